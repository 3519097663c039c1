/** Questions as players ask them, without a word of the command line, by topic. */
export const topics: readonly { title: string; sentences: readonly string[] }[] = [
  {
    title: 'Infantry fire',
    sentences: [
      'two 467s and a 9-1 at a 447 in stone',
      'two 467s with an MMG at a 447 in woods, 6 hexes',
      '16 -1 at a 447 and an 8-1',
      'is it better to fire 16 or two 8s at a 467',
    ],
  },
  {
    title: 'Moving under fire',
    sentences: ['8 at a 447 moving in the open', '8 FFMO at a 447', '4 residual on a moving 447', '8 FP mines on a 467'],
  },
  {
    title: 'Tanks',
    sentences: [
      'Tiger kills a Sherman at 10 hexes',
      'T-34/85 duels a Panther at 12 hexes',
      'Panzerfaust at a T-34, 2 hexes',
      'Bazooka at a Panther from behind, 2 hexes',
    ],
  },
  {
    title: 'HE and rubble',
    sentences: ['75L at a 447 in woods, range 8', '81mm mortar at two 447s in woods, range 6', '150mm OBA on a stone house of 2 levels'],
  },
  {
    title: 'Close Combat',
    sentences: ['467 and 9-1 in melee with two 447', '467 against a 447 in CC with ambush', '628 ambushes a 447 in CC'],
  },
  {
    title: 'Morale and Rally',
    sentences: ['2MC on a 467', 'rally a 467 under DM with a 9-1', 'sniper 4'],
  },
  {
    title: 'FT, DC and MOL',
    sentences: ['FT on a 467 in stone from next hex', 'DC on a 447 in wood', 'FT or DC vs 467 in stone'],
  },
  {
    title: 'Fires and Clearance',
    sentences: ['set a wood building on fire', 'two squads clear rubble with a 9-1', 'a tank drives into a wood building'],
  },
];

export const sentences = topics.flatMap((topic) => topic.sentences);
