// The files that the command lines of lines.txt are about, beside experiments/.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const big_endian = (number) => [24, 16, 8, 0].map((shift) => (number >> shift) & 255);

const zipped = (entries) => {
  const number = (bytes, value) => Array.from({ length: bytes }, (_, i) => (value >>> (8 * i)) & 255);
  const files = [],
    directory = [];
  let at = 0;
  for (const [name, contents] of entries) {
    const packed = zlib.deflateRawSync(contents),
      crc = zlib.crc32 ? zlib.crc32(contents) : crc_of(contents);
    const common = [
      ...number(2, 20),
      ...number(2, 0),
      ...number(2, 8),
      ...number(4, 0),
      ...number(4, crc),
      ...number(4, packed.length),
      ...number(4, contents.length),
      ...number(2, name.length),
      ...number(2, 0),
    ];
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, ...common]), Buffer.from(name), packed]);
    directory.push(
      Buffer.from([
        0x50,
        0x4b,
        1,
        2,
        ...number(2, 20),
        ...common,
        ...number(2, 0),
        ...number(2, 0),
        ...number(2, 0),
        ...number(4, 0),
        ...number(4, at),
      ]),
      Buffer.from(name),
    );
    files.push(local);
    at += local.length;
  }
  const names = Buffer.concat(directory);
  return Buffer.concat([
    ...files,
    names,
    Buffer.from([
      0x50,
      0x4b,
      5,
      6,
      0,
      0,
      0,
      0,
      ...number(2, entries.length),
      ...number(2, entries.length),
      ...number(4, names.length),
      ...number(4, at),
      0,
      0,
    ]),
  ]);
};

const crc_of = (bytes) => {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; ++i) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
};

// A small board of VASL's, painted hex by hex (tests/support/archives.hpp has the same): column and row from 0, terrain code, pixels to
// every side of the hex's centre, elevation.
const los_data = (columns, rows, painted) => {
  const width = Math.round(56.25 * (columns - 1)),
    height = Math.round(64.5 * rows);
  const pixels = Buffer.alloc(2 * width * height),
    stairs = [];
  for (const { column, row, code, reach, elevation = 0 } of painted) {
    const x = Math.trunc(56.25 * column),
      y = Math.trunc(32.25 + 64.5 * row - (column % 2 === 1 ? 32.25 : 0));
    for (let i = Math.max(0, x - reach); i <= Math.min(width - 1, x + reach); ++i) {
      for (let j = Math.max(0, y - reach); j <= Math.min(height - 1, y + reach); ++j) pixels.set([elevation, code], 2 * (i * height + j));
    }
  }
  for (let column = 0; column < columns; ++column)
    for (let row = 0; row < rows + (column % 2); ++row) stairs.push(+(column === 2 && row === 1));
  const payload = Buffer.concat([Buffer.from([columns, rows, width, height].flatMap(big_endian)), pixels, Buffer.from(stairs)]);
  const records = [Buffer.from([0xac, 0xed, 0, 5])];
  for (let at = 0; at < payload.length; at += 1024) {
    const part = payload.subarray(at, at + 1024);
    records.push(Buffer.from(part.length < 256 ? [0x77, part.length] : [0x7a, ...big_endian(part.length)]), part);
  }
  return zlib.gzipSync(Buffer.concat(records));
};

const painted = zipped([
  ['BoardMetadata.xml', Buffer.from('<boardMetadata name="painted" width="5" height="4"/>')],
  [
    'LOSData',
    los_data(5, 4, [
      { column: 2, row: 1, code: 42, reach: 20 }, // a stone building of three levels
      { column: 2, row: 2, code: 50, reach: 12 },
      { column: 1, row: 0, code: 51, reach: 14, elevation: 1 },
      { column: 3, row: 2, code: 12, reach: 25, elevation: -1 },
      { column: 4, row: 3, code: 240, reach: 9 },
      { column: 0, row: 3, code: 130, reach: 10 },
    ]),
  ],
]);
const listed = zipped([
  [
    'BoardMetadata.xml',
    Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<boardMetadata name="listed" width="33" height="10" A1CenterX="-1">
  <buildingTypes><buildingType hexName="B2" buildingTypeName="Stone Building, 2 Level"/><buildingType hexName="C3" buildingTypeName="Wooden Building"/></buildingTypes>
</boardMetadata>`),
  ],
]);

const questions = [
  { question: 'attack', inputs: { fp: 8, target: ['4-4-7'] }, trials: 100000, seed: 1, method: 'exact' },
  { question: 'attack', inputs: { fp: '4+4+3', target: '4-4-7 9-1' }, trials: '10k' },
  { question: 'kindle', inputs: { terrain: 'wood', drm: 99 } },
  { question: 'enter', inputs: { building: 'wood', levels: 1 }, show: 2, trials: 1000, precision: 0.5 },
  { question: 'he', inputs: { caliber: 150, map: 'experiments/maps/chateau.toml', hex: 'J8', level: 1 }, trials: 5000.5 },
  { question: 'he', inputs: { caliber: 150.25, building: 'stone', levels: 2 } },
  { question: 'he', inputs: { caliber: 1e300 } },
  { question: 'cc', inputs: { attacker: ['4-6-7'], defender: ['4-4-7'] }, precision: 0.01, method: 'simulate' },
  { question: 'nothing' },
  { inputs: 1e400 },
  'ünïcödé \u{1f3b2}',
  [[[[]]]],
];

/** Makes them in a folder. */
export const make_files = (folder, experiments) => {
  fs.cpSync(experiments, path.join(folder, 'experiments'), { recursive: true });
  fs.mkdirSync(path.join(folder, 'boards'));
  fs.mkdirSync(path.join(folder, 'folder'));
  const files = {
    'boards/painted': painted,
    'boards/listed': listed,
    'boards/cut-off': painted.subarray(0, painted.length - 60),
    'boards/no-archive': 'no archive\n',
    'broken.toml': 'name = "broken\n[hexes\n',
    'empty.toml': '',
    'broken-assault.toml': 'turns = 2\n[[location]]\nhex = 12\n',
    'questions.jsonl':
      questions.map((question) => JSON.stringify(question)).join('\n') +
      '\n{"question": "attack", \n\n\r\n{"question": "enter", "inputs": {"building": "wood", "levels": 1}}',
  };
  for (const [name, contents] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), contents);
};
