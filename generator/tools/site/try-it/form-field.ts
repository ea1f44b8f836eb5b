import type { JsonValue } from "../../../document/json-value.js";

/** A control of a form, for the values of one schema. Plain data: pages load it. */
export type FormField = FieldFacts &
  (
    | { readonly kind: "object"; readonly members: readonly FormMember[]; readonly others?: FormField }
    /** `first`: the items at the first positions. */
    | { readonly kind: "list"; readonly items?: FormField; readonly first?: readonly FormField[] }
    | { readonly kind: "choice"; readonly branches: readonly FormBranch[] }
    | { readonly kind: "values"; readonly values: readonly JsonValue[] }
    | { readonly kind: "text"; readonly isSecret?: true; readonly isLong?: true }
    | { readonly kind: "number" | "boolean" | "json" }
    | { readonly kind: "file"; readonly accept?: string }
    /** A schema that contains itself: the shared field of this name. */
    | { readonly kind: "same"; readonly as: string }
  );

/** What is shown next to a control. */
interface FieldFacts {
  /** `string (uuid)`, `list of integer`. */
  readonly type: string;
  readonly about?: string;
  /** Shown in an empty control. */
  readonly hint?: string;
}

/** A member of an object. */
export interface FormMember {
  readonly name: string;
  readonly isRequired: boolean;
  readonly field: FormField;
}

/** One of several alternatives. */
export interface FormBranch {
  readonly label: string;
  readonly field: FormField;
}
