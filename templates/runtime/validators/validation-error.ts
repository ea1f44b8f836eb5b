/** What is wrong with a value, and where. It names fields and rules; the value itself never stands in it. */
export interface ValidationError {
  /** JSON pointer to the part of the value that fails; empty: the value itself. */
  readonly instancePath: string;
  /** JSON pointer to the rule. */
  readonly schemaPath: string;
  readonly keyword: string;
  /** What the rule asks for, such as `{ limit: 5 }`. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
  /** Set where the name of a property fails, not its value. */
  readonly propertyName?: string;
}
