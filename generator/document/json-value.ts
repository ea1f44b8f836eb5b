export {
  isObject,
  own,
  ownObject,
  ownString,
  ownStrings,
  type JsonObject,
  type JsonValue,
} from "../../templates/runtime/json.js";
