/** The type of a value written as text: the first matching one of some scalars, a list, or an object. */
export type TextShape = readonly ScalarType[] | ListShape | ObjectShape;

export type ScalarType = "integer" | "number" | "boolean" | "null" | "string";

export interface ListShape {
  readonly items: TextShape;
  /** The types of the first items, if they have their own. */
  readonly first?: readonly TextShape[];
  /** The values that are no lists. No text is one: it is a list of one item. */
  readonly or?: readonly ScalarType[];
}

export interface ObjectShape {
  readonly properties: Readonly<Record<string, TextShape>>;
  /** The type of properties that the contract doesn't name. */
  readonly others?: TextShape;
  /** The values that are no objects. They have a text of their own if the properties are pairs in a query or in cookies. */
  readonly or?: TextShape;
}
