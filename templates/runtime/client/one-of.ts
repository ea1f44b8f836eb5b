/** A union whose members don't mix: each rules out the fields that only others have. */
export type OneOf<Union, All = Union> = Union extends unknown
  ? Union & { readonly [Name in Exclude<NameIn<All>, keyof Union>]?: never }
  : never;

type NameIn<Union> = Union extends unknown ? keyof Union : never;
