import type { JsonValue } from "../../../document/json-value.js";
import type { WrittenIntegers } from "../../../document/written-integers.js";
import type { Inline } from "../content/inline.js";
import type { Schemas } from "./merged-schema.js";

/** An object as its reader needs it: its fields, those of objects in it, and what they must keep to. */
export interface Shape {
  readonly fields: readonly Field[];
  /** Sentences about fields among each other. */
  readonly rules: readonly (readonly Inline[])[];
  /** Whether other fields than these are refused; a field `*` stands for all others. */
  readonly isClosed: boolean;
  /** Shapes of which the object has one besides its own fields. */
  readonly variants: readonly Variant[];
}

export interface Variant {
  readonly title: string;
  readonly description: string | undefined;
  /** Set where it is no object. */
  readonly type: string | undefined;
  readonly shape: Shape;
  /** The component that describes it, where there is no room for that here. */
  readonly component: string | undefined;
}

export interface Field {
  /** `cidr`, `entry.cidr`, `items[].name`. */
  readonly path: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** Whether it never comes back in an answer. */
  readonly isSecret: boolean;
  readonly type: string;
  readonly rules: readonly (readonly Inline[])[];
  readonly description: string | undefined;
  /** The variant of a nested object that has it. */
  readonly variant: string | undefined;
  /** The components that describe what is in it, where there is no room for that here. */
  readonly components: readonly string[];
}

/** What is known while a shape is described. */
export interface Walk {
  readonly schemas: Schemas;
  readonly integers: WrittenIntegers;
  /** Components that surround the place. */
  readonly within: readonly string[];
  /** How much more may be told; objects that don't fit in are left to the pages of their components. */
  readonly room: { fields: number; shapes: number };
  /** Describes an object inside of another; paths of its fields begin with the prefix. */
  readonly describe: (value: JsonValue | undefined, prefix: string, walk: Walk) => Shape;
}
