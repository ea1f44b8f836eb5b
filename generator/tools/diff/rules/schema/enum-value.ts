import type { Difference, SchemaRules } from "../../rule.js";
import { listValues } from "./words.js";

const removed = ({ narrowed }: Difference) => narrowed?.values && listValues(narrowed.values);
const added = ({ widened }: Difference) => widened?.values && listValues(widened.values);

/** The values that `enum` and `const` list. */
export const enumValueRules: SchemaRules = {
  request: {
    narrowed: {
      id: "request-enum-value-removed",
      breaks: "client",
      why: "A client that sends such a value is refused.",
      says: (difference) => {
        const values = removed(difference);
        return values ? `no longer accepts ${values}` : "accepts only listed values now";
      },
    },
    widened: {
      id: "request-enum-value-added",
      breaks: "server",
      why: "A server that knows the listed values only meets another one.",
      says: (difference) => {
        const values = added(difference);
        return values ? `also accepts ${values} now` : "accepts more than the values that were listed";
      },
    },
  },
  response: {
    narrowed: {
      id: "response-enum-value-removed",
      breaks: "server",
      why: "A server that still sends such a value fails.",
      says: (difference) => {
        const values = removed(difference);
        return values ? `can no longer be ${values}` : "can only be one of the listed values now";
      },
    },
    widened: {
      id: "response-enum-value-added",
      breaks: "client",
      why: "A client that tells the listed values apart meets one that it doesn't know.",
      says: (difference) => {
        const values = added(difference);
        return values ? `can now also be ${values}` : "can be more than the values that were listed";
      },
    },
  },
};
