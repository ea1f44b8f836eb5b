/** Mocks in tests: an API that behaves as its contract says, in the same process. */
export { ContractError } from "../../lint/valid-contract.js";
export type { MockCall, MockHandler, MockHandlers, UntypedHandlers } from "./handlers.js";
export type { Caller, Tokens } from "./callers.js";
export type { Understood } from "./explain.js";
export { createMock, mockOf, type Mock, type MockOptions, type MockRequest } from "./mock.js";
export { MockValueError } from "./values.js";
export type { Reply } from "./replies.js";
export type { MockState, PendingChange, StateData } from "./state.js";
export { toFetchHandler } from "../../../templates/runtime/server/http.js";
export { limitConnections, respondToClientError, toNodeHandler } from "../../../templates/runtime/server/node.js";
