import { quote } from "../../diagnostics/escape.js";
import { defineBindingCode } from "../problem.js";

/** Locations at which requests name the action or the type of its service. */
export const placeCode = defineBindingCode({
  code: "binding-place",
  messages: {
    missing: () => '"in" is missing',
    unknown: ({ place }: { place: string }) => `${quote(place)} is not a location for the name of an action`,
    undetermined: () => "cannot determine where requests name the action",
    format: ({ value }: { value: string }) => `${quote(value)} must contain exactly one {action}`,
    unnamed: ({ place }: { place: string }) => `${quote(place)} needs a name`,
    named: () => "a key of the body has no name of its own",
    unnamedType: () => "a media type has no name of its own",
    mediaType: () => "the media types that name actions must be JSON without parameters",
    parts: () => "the two parts of a name need a location each, and a separator",
    separator: ({ action, separator }: { action: string; separator: string }) =>
      `${quote(action)} is not two texts with one ${quote(separator)} between them`,
    parameter: ({ place, name }: { place: string; name: string }) => `the operation has no ${place} parameter ${quote(name)}`,
    suffix: ({ path, name }: { path: string; name: string }) => `${quote(path)} does not end with text and {${name}}`,
    /** `place` is a location in words. */
    value: (is: { action: string; written: string; place: string; method: string; path: string }) =>
      `${quote(is.action)} is written ${quote(is.written)}, which ${is.place} of ${is.method.toUpperCase()} ${is.path} doesn't allow`,
  },
  cause:
    "A request names its action in a parameter or in the body. Servers and clients need a location that the operation declares and that allows the names.",
  bad: "x-platform-action-binding: { action: { in: header, name: X-Action } }",
  good: "x-platform-action-binding: { action: { in: path, name: action } }",
  at: "operation",
});
