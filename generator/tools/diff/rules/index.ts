import type { ContractPair } from "../contract/contract-pair.js";
import type { OperationPair } from "../contract/operations.js";
import type { ActionPair, ServiceTypePair } from "../contract/actions.js";
import type { PairRule, Rule } from "../rule.js";
import { actionAdded } from "./action/action-added.js";
import { actionAsync } from "./action/action-async.js";
import { actionDeprecated } from "./action/action-deprecated.js";
import { actionDestructive } from "./action/action-destructive.js";
import { actionErrorAdded } from "./action/action-error-added.js";
import { actionErrorRemoved } from "./action/action-error-removed.js";
import { actionErrorStatusChanged } from "./action/action-error-status-changed.js";
import { actionIdempotent } from "./action/action-idempotent.js";
import { actionNotAsync } from "./action/action-not-async.js";
import { actionNotDestructive } from "./action/action-not-destructive.js";
import { actionNotIdempotent } from "./action/action-not-idempotent.js";
import { actionNotReadOnly } from "./action/action-not-read-only.js";
import { actionPlanAdded } from "./action/action-plan-added.js";
import { actionPlanRemoved } from "./action/action-plan-removed.js";
import { actionReadOnly } from "./action/action-read-only.js";
import { actionRemovedWithoutDeprecation } from "./action/action-removed-without-deprecation.js";
import { actionRemoved } from "./action/action-removed.js";
import { actionRenamed } from "./action/action-renamed.js";
import { actionScopeAdded } from "./action/action-scope-added.js";
import { actionScopeRemoved } from "./action/action-scope-removed.js";
import { actionStateAdded } from "./action/action-state-added.js";
import { actionStateRemoved } from "./action/action-state-removed.js";
import { actionStatusAdded } from "./action/action-status-added.js";
import { actionStatusRemoved } from "./action/action-status-removed.js";
import { actionUndeprecated } from "./action/action-undeprecated.js";
import { callAdded } from "./call/call-added.js";
import { callAnswerAdded } from "./call/call-answer-added.js";
import { callAnswerRemoved } from "./call/call-answer-removed.js";
import { callBodyOptional } from "./call/call-body-optional.js";
import { callBodyRemoved } from "./call/call-body-removed.js";
import { callMediaTypeAdded } from "./call/call-media-type-added.js";
import { callMediaTypeRemoved } from "./call/call-media-type-removed.js";
import { callParameterOptional } from "./call/call-parameter-optional.js";
import { callParameterRemoved } from "./call/call-parameter-removed.js";
import { callRemoved } from "./call/call-removed.js";
import { callbackExpressionChanged } from "./call/callback-expression-changed.js";
import { operationAdded } from "./contract/operation-added.js";
import { operationMoved } from "./contract/operation-moved.js";
import { operationRemovedWithoutDeprecation } from "./contract/operation-removed-without-deprecation.js";
import { operationRemoved } from "./contract/operation-removed.js";
import { securitySchemeChanged } from "./contract/security-scheme-changed.js";
import { securitySchemeRenamed } from "./contract/security-scheme-renamed.js";
import { serverAdded } from "./contract/server-added.js";
import { serverRemoved } from "./contract/server-removed.js";
import { serverVariableDefaultChanged } from "./contract/server-variable-default-changed.js";
import { serverVariableValueAdded } from "./contract/server-variable-value-added.js";
import { serverVariableValueRemoved } from "./contract/server-variable-value-removed.js";
import { serviceTypeAdded } from "./contract/service-type-added.js";
import { serviceTypeRemoved } from "./contract/service-type-removed.js";
import { credentialKeyAdded } from "./operation/credential-key-added.js";
import { credentialKeyRemoved } from "./operation/credential-key-removed.js";
import { errorResponseAdded } from "./operation/error-response-added.js";
import { errorResponseRemoved } from "./operation/error-response-removed.js";
import { fieldMediaTypeAdded } from "./operation/field-media-type-added.js";
import { fieldMediaTypeRemoved } from "./operation/field-media-type-removed.js";
import { fieldSerializationChanged } from "./operation/field-serialization-changed.js";
import { headerSerializationChanged } from "./operation/header-serialization-changed.js";
import { operationDeprecated } from "./operation/operation-deprecated.js";
import { operationIdChanged } from "./operation/operation-id-changed.js";
import { operationReveals } from "./operation/operation-reveals.js";
import { operationUndeprecated } from "./operation/operation-undeprecated.js";
import { parameterAddedRequired } from "./operation/parameter-added-required.js";
import { parameterAdded } from "./operation/parameter-added.js";
import { parameterDeprecated } from "./operation/parameter-deprecated.js";
import { parameterOptional } from "./operation/parameter-optional.js";
import { parameterRemoved } from "./operation/parameter-removed.js";
import { parameterRequired } from "./operation/parameter-required.js";
import { parameterSerializationChanged } from "./operation/parameter-serialization-changed.js";
import { partHeaderOptional } from "./operation/part-header-optional.js";
import { partHeaderRemoved } from "./operation/part-header-removed.js";
import { partHeaderRequired } from "./operation/part-header-required.js";
import { pathParameterRenamed } from "./operation/path-parameter-renamed.js";
import { requestBodyAdded } from "./operation/request-body-added.js";
import { requestBodyOptional } from "./operation/request-body-optional.js";
import { requestBodyRemoved } from "./operation/request-body-removed.js";
import { requestBodyRequired } from "./operation/request-body-required.js";
import { requestMediaTypeAdded } from "./operation/request-media-type-added.js";
import { requestMediaTypeRemoved } from "./operation/request-media-type-removed.js";
import { responseHeaderAdded } from "./operation/response-header-added.js";
import { responseHeaderOptional } from "./operation/response-header-optional.js";
import { responseHeaderRemoved } from "./operation/response-header-removed.js";
import { responseMediaTypeAdded } from "./operation/response-media-type-added.js";
import { responseMediaTypeRemoved } from "./operation/response-media-type-removed.js";
import { securityLoosened } from "./operation/security-loosened.js";
import { securityTightened } from "./operation/security-tightened.js";
import { successResponseAdded } from "./operation/success-response-added.js";
import { successResponseRemoved } from "./operation/success-response-removed.js";
import { allSchemaRules } from "./schema/index.js";

/** Rules about contracts as a whole. */
export const contractRules: readonly PairRule<ContractPair>[] = [
  callAdded,
  callRemoved,
  operationAdded,
  operationMoved,
  operationRemovedWithoutDeprecation,
  operationRemoved,
  securitySchemeChanged,
  securitySchemeRenamed,
  serverAdded,
  serverRemoved,
  serverVariableDefaultChanged,
  serverVariableValueAdded,
  serverVariableValueRemoved,
  serviceTypeAdded,
  serviceTypeRemoved,
];

/** Rules about how values are written, whoever sends them. */
const serializationRules: readonly PairRule<OperationPair>[] = [
  fieldSerializationChanged,
  headerSerializationChanged,
  parameterSerializationChanged,
];

/** Rules about an operation that both versions have. */
export const operationRules: readonly PairRule<OperationPair>[] = [
  credentialKeyAdded,
  credentialKeyRemoved,
  errorResponseAdded,
  errorResponseRemoved,
  fieldMediaTypeAdded,
  fieldMediaTypeRemoved,
  operationDeprecated,
  operationIdChanged,
  operationReveals,
  operationUndeprecated,
  parameterAddedRequired,
  parameterAdded,
  parameterDeprecated,
  parameterOptional,
  parameterRemoved,
  parameterRequired,
  partHeaderOptional,
  partHeaderRemoved,
  partHeaderRequired,
  pathParameterRenamed,
  requestBodyAdded,
  requestBodyOptional,
  requestBodyRemoved,
  requestBodyRequired,
  requestMediaTypeAdded,
  requestMediaTypeRemoved,
  responseHeaderAdded,
  responseHeaderOptional,
  responseHeaderRemoved,
  responseMediaTypeAdded,
  responseMediaTypeRemoved,
  securityLoosened,
  securityTightened,
  successResponseAdded,
  successResponseRemoved,
  ...serializationRules,
];

/** Rules about a webhook or callback that both versions have: the server sends it, clients answer. */
export const callRules: readonly PairRule<OperationPair>[] = [
  callbackExpressionChanged,
  callAnswerAdded,
  callAnswerRemoved,
  callBodyOptional,
  callBodyRemoved,
  callMediaTypeAdded,
  callMediaTypeRemoved,
  callParameterOptional,
  callParameterRemoved,
  ...serializationRules,
];

/** Rules about the actions of a service type that both versions have. */
export const serviceTypeRules: readonly PairRule<ServiceTypePair>[] = [
  actionAdded,
  actionRemovedWithoutDeprecation,
  actionRemoved,
  actionRenamed,
];

/** Rules about an action that both versions have. */
export const actionRules: readonly PairRule<ActionPair>[] = [
  actionAsync,
  actionDeprecated,
  actionDestructive,
  actionErrorAdded,
  actionErrorRemoved,
  actionErrorStatusChanged,
  actionIdempotent,
  actionNotAsync,
  actionNotDestructive,
  actionNotIdempotent,
  actionNotReadOnly,
  actionPlanAdded,
  actionPlanRemoved,
  actionReadOnly,
  actionScopeAdded,
  actionScopeRemoved,
  actionStateAdded,
  actionStateRemoved,
  actionStatusAdded,
  actionStatusRemoved,
  actionUndeprecated,
];

/** Every rule, in the order of the documentation. */
export const allRules: readonly Rule[] = [
  ...new Set([...serviceTypeRules, ...actionRules, ...contractRules, ...operationRules, ...callRules, ...allSchemaRules]),
];
