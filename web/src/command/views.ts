// Commands that are no question, but have a view of their own.

export type ViewName = 'compare' | 'board' | 'assault';

const views = new Map<string, ViewName>([
  ['compare', 'compare'],
  ['board', 'board'],
  ['atlas', 'board'],
  ['assault', 'assault'],
  ['balance', 'assault'],
]);

/** The view of a line by its first word; any other is a question. */
export const viewOf = (word: string): ViewName | undefined => views.get(word);
