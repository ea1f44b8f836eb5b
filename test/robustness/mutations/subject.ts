// What is bundled with mutations: a mock on the generated server.
export { load } from "../../../generator/live/live-contract.js";
export { mockOf } from "../../../generator/tools/mock/mock.js";
export { toNodeHandler } from "../../../templates/runtime/server/node.js";
