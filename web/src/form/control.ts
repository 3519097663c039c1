import type { Field } from '../describe/describe';

/** What the control of any kind of field is given. */
export interface ControlProps {
  question: string;
  field: Field;
  id: string;
  values: string[];
  choices: Map<string, string>; // those that are barred, and why
  describedBy: string;
  invalid: boolean;
  onChange: (values: string[] | null) => void;
}
