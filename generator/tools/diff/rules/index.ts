import type { Reason } from "../../../json-schema/containment/reason.js";
import type { ActionPair, ServiceTypePair } from "../contract/actions.js";
import type { ContractPair } from "../contract/contract-pair.js";
import type { OperationPair } from "../contract/operations.js";
import type { PairRule, Rule, SchemaRules } from "../rule.js";
import { actionBodyOptional, actionBodyRequired } from "./action-body.js";
import {
  actionPlanAdded,
  actionPlanRemoved,
  actionStateAdded,
  actionStateRemoved,
  actionStatusAdded,
  actionStatusRemoved,
} from "./action-choices.js";
import { actionFactMoved, actionFactRemoved } from "./action-facts.js";
import { actionErrorAdded, actionErrorRemoved, actionErrorStatusChanged } from "./action-errors.js";
import {
  actionAsync,
  actionDeprecated,
  actionDestructive,
  actionIdempotent,
  actionNotAsync,
  actionNotDestructive,
  actionNotIdempotent,
  actionNotReadOnly,
  actionReadOnly,
  actionUndeprecated,
} from "./action-flags.js";
import { actionFollowingChanged, followedStateChanged } from "./action-following.js";
import { actionPlaceChanged, batchLimitLowered } from "./action-place.js";
import { actionScopeAdded, actionScopeRemoved } from "./action-scopes.js";
import { actionSuccessStatusChanged } from "./action-success.js";
import { actionAdded, actionRemoved, actionRemovedWithoutDeprecation, actionRenamed } from "./actions.js";
import { callBodyOptional, callBodyRemoved } from "./call-body.js";
import { callbackExpressionChanged } from "./callback-expression-changed.js";
import { callAdded, callRemoved } from "./calls.js";
import { credentialKeyAdded, credentialKeyRemoved } from "./credential-keys.js";
import { envelopeStatusAdded, envelopeStatusRemoved } from "./envelope-statuses.js";
import {
  errorCodeRenamed,
  errorFactMoved,
  errorFactRemoved,
  errorMarkChanged,
  errorMediaTypeChanged,
  errorValueChanged,
} from "./error-facts.js";
import { failureStatusChanged } from "./failure-status-changed.js";
import { fieldMediaTypeAdded, fieldMediaTypeRemoved } from "./field-media-types.js";
import { fieldSerializationChanged } from "./field-serialization-changed.js";
import { headerSerializationChanged } from "./header-serialization-changed.js";
import {
  callMediaTypeAdded,
  callMediaTypeRemoved,
  requestMediaTypeAdded,
  requestMediaTypeRemoved,
  responseMediaTypeAdded,
  responseMediaTypeRemoved,
} from "./media-types.js";
import { operationDeprecated, operationReveals, operationUndeprecated } from "./operation-flags.js";
import { operationIdChanged } from "./operation-id-changed.js";
import { operationAdded, operationMoved, operationRemoved, operationRemovedWithoutDeprecation } from "./operations.js";
import {
  callParameterOptional,
  callParameterRemoved,
  parameterAdded,
  parameterAddedRequired,
  parameterDeprecated,
  parameterOptional,
  parameterRemoved,
  parameterRequired,
} from "./parameters.js";
import { parameterSerializationChanged } from "./parameter-serialization-changed.js";
import { partHeaderOptional, partHeaderRemoved, partHeaderRequired } from "./part-headers.js";
import { pathParameterRenamed } from "./path-parameter-renamed.js";
import { requestBodyAdded, requestBodyOptional, requestBodyRemoved, requestBodyRequired } from "./request-body.js";
import { responseHeaderAdded, responseHeaderOptional, responseHeaderRemoved } from "./response-headers.js";
import {
  callAnswerAdded,
  callAnswerRemoved,
  errorResponseAdded,
  errorResponseRemoved,
  successResponseAdded,
  successResponseRemoved,
} from "./responses.js";
import { alternativeRules } from "./schema-alternatives.js";
import { annotationRules } from "./schema-annotations.js";
import { formatRules } from "./schema-formats.js";
import { limitRules } from "./schema-limits.js";
import { closedRules } from "./schema-openness.js";
import { otherRules } from "./schema-others.js";
import { patternRules } from "./schema-patterns.js";
import { declaredRules, propertyRules } from "./schema-properties.js";
import { requiredRules } from "./schema-required.js";
import { typeRules } from "./schema-types.js";
import { enumValueRules } from "./schema-values.js";
import { securitySchemeChanged } from "./security-scheme-changed.js";
import { securitySchemeRenamed } from "./security-scheme-renamed.js";
import { securityLoosened, securityTightened } from "./security.js";
import { serverVariableDefaultChanged, serverVariableValueAdded, serverVariableValueRemoved } from "./server-variables.js";
import { serverAdded, serverRemoved } from "./servers.js";
import { serviceFactMoved, serviceFactRemoved } from "./service-facts.js";
import { serviceTypeAdded, serviceTypeRemoved } from "./service-types.js";

/** Rules about contracts as a whole. */
export const contractRules: readonly PairRule<ContractPair>[] = [
  callAdded,
  callRemoved,
  errorCodeRenamed,
  errorFactMoved,
  errorFactRemoved,
  errorMarkChanged,
  errorMediaTypeChanged,
  errorValueChanged,
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

/** Rules about serialization, in both directions. */
const serializationRules: readonly PairRule<OperationPair>[] = [
  fieldSerializationChanged,
  headerSerializationChanged,
  parameterSerializationChanged,
];

/** Rules about an operation that invokes actions in both versions. */
export const endpointRules: readonly PairRule<OperationPair>[] = [
  actionFactMoved,
  actionFactRemoved,
  actionFollowingChanged,
  actionPlaceChanged,
  batchLimitLowered,
  actionSuccessStatusChanged,
  envelopeStatusAdded,
  envelopeStatusRemoved,
  followedStateChanged,
  serviceFactMoved,
  serviceFactRemoved,
];

/** Those about parameters, of operations and of single actions. */
export const parameterRules: readonly PairRule<OperationPair>[] = [
  parameterSerializationChanged,
  parameterAddedRequired,
  parameterAdded,
  parameterDeprecated,
  parameterOptional,
  parameterRemoved,
  parameterRequired,
];

/** Rules about an operation that both versions have. */
export const operationRules: readonly PairRule<OperationPair>[] = [
  credentialKeyAdded,
  credentialKeyRemoved,
  errorResponseAdded,
  errorResponseRemoved,
  failureStatusChanged,
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

/** Rules about a webhook or callback that both versions have. The server sends it, and clients respond. */
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
  actionBodyOptional,
  actionBodyRequired,
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

/** The rules about each kind of difference between two schemas. */
export const schemaRules: { readonly [kind in Reason["kind"]]: SchemaRules } = {
  property: propertyRules,
  required: requiredRules,
  declared: declaredRules,
  closed: closedRules,
  values: enumValueRules,
  type: typeRules,
  bound: limitRules,
  pattern: patternRules,
  format: formatRules,
  alternative: alternativeRules,
  other: otherRules,
};

/** All schema rules, in the order of the documentation. */
export const allSchemaRules: readonly Rule[] = [
  ...Object.values(schemaRules).flatMap(({ request, response }) => [...Object.values(request), ...Object.values(response)]),
  ...annotationRules,
];

/** Every rule, in the order of the documentation. */
export const allRules: readonly Rule[] = [
  ...new Set([
    ...serviceTypeRules,
    ...actionRules,
    ...contractRules,
    ...endpointRules,
    ...operationRules,
    ...callRules,
    ...allSchemaRules,
  ]),
];
