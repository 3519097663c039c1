// What `boxcars describe` says can be asked: the page knows of no question, field or word but these.

export interface Field {
  key: string;
  kind: string;
  group?: string;
  help: string;
  metavar?: string;
  choices?: string[];
  minimum?: number;
  maximum?: number;
  default?: string | number | boolean;
  positional: boolean;
  repeatable: boolean;
  required: boolean;
}

/** A key that is given, or that is one of some values, or a number from a minimum to a maximum. */
export interface Side {
  key: string;
  values?: string[];
  minimum?: number;
  maximum?: number;
}

export interface Clash extends Side {
  not_with?: Side;
  not_without?: Side;
  told_by?: string; // where this is given a map may say it
  unless?: Side[];
  why: string;
}

export interface Question {
  name: string;
  title: string;
  examples: string[];
  fields: Field[];
  clashes: Clash[];
}

export interface Describe {
  questions: Question[];
  common: Field[];
}

/** A key as people read it: `fire_inside` is "fire inside". */
export const label = (key: string): string => key.replaceAll('_', ' ');
/** A key as it is typed: `--fire-inside`. */
export const option = (key: string): string => '--' + key.replaceAll('_', '-');
