import type { Rule } from "../rule.js";
import { actionFactMissing } from "./action-fact-missing.js";
import { actionFlags } from "./action-flags.js";
import { actionListMismatch } from "./action-list-mismatch.js";
import { actionNameClash } from "./action-name-clash.js";
import { actionName } from "./action-name.js";
import { actionShape } from "./action-shape.js";
import { actionStatusUnknown } from "./action-status-unknown.js";
import { additionalMethod } from "./additional-method.js";
import { asyncUndeclared } from "./async-undeclared.js";
import { bindingAssumed } from "./binding-assumed.js";
import { bindingRules } from "./binding-rules.js";
import { bindingMissing } from "./binding-missing.js";
import { bindingUnused } from "./binding-unused.js";
import { bodyLoose } from "./body-loose.js";
import { bodyNotObject } from "./body-not-object.js";
import { componentName } from "./component-name.js";
import { componentNameNonstandard } from "./component-name-nonstandard.js";
import { defaultInvalid } from "./default-invalid.js";
import { destructiveEmptyBody } from "./destructive-empty-body.js";
import { discriminatorProperty } from "./discriminator-property.js";
import { dynamicReference } from "./dynamic-reference.js";
import { enumValue } from "./enum-value.js";
import { errorBodyVaries } from "./error-body-varies.js";
import { errorBody } from "./error-body.js";
import { errorCodeMissing } from "./error-code-missing.js";
import { errorCodeUnknown } from "./error-code-unknown.js";
import { errorHeaderUnsent } from "./error-header-unsent.js";
import { exampleInvalid } from "./example-invalid.js";
import { exampleMismatch } from "./example-mismatch.js";
import { exampleSerialized } from "./example-serialized.js";
import { exclusiveBoolean } from "./exclusive-boolean.js";
import { extensionNearMiss } from "./extension-near-miss.js";
import { extensionPlacement } from "./extension-placement.js";
import { extensionTypeClash } from "./extension-type-clash.js";
import { extensionTypeName } from "./extension-type-name.js";
import { failureUnfit } from "./failure-unfit.js";
import { followUnknown } from "./follow-unknown.js";
import { formatUnknown } from "./format-unknown.js";
import { headerName } from "./header-name.js";
import { headerReserved } from "./header-reserved.js";
import { impossibleSchema } from "./impossible-schema.js";
import { itemSchemaVersion } from "./item-schema-version.js";
import { jsonRpc } from "./json-rpc.js";
import { lifecycleShape } from "./lifecycle-shape.js";
import { linkTarget } from "./link-target.js";
import { listLength } from "./list-length.js";
import { keywordIgnored } from "./keyword-ignored.js";
import { keywordValue } from "./keyword-value.js";
import { mediaType } from "./media-type.js";
import { methodUnreachable } from "./method-unreachable.js";
import { nullableKeyword } from "./nullable-keyword.js";
import { openBody } from "./open-body.js";
import { openParameters } from "./open-parameters.js";
import { openResult } from "./open-result.js";
import { operationClash } from "./operation-clash.js";
import { operationIdUnique } from "./operation-id-unique.js";
import { operationId } from "./operation-id.js";
import { operationIdRenamed } from "./operation-id-renamed.js";
import { operationSecurity } from "./operation-security.js";
import { parameterName } from "./parameter-name.js";
import { parameterForm } from "./parameter-form.js";
import { parameterStyle } from "./parameter-style.js";
import { operationUnroutable } from "./operation-unroutable.js";
import { pathNonstandard } from "./path-nonstandard.js";
import { pathParameterOptional } from "./path-parameter-optional.js";
import { pathParameters } from "./path-parameters.js";
import { pathSyntax } from "./path-syntax.js";
import { patternBounded } from "./pattern-bounded.js";
import { patternDialect } from "./pattern-dialect.js";
import { patternInvalid } from "./pattern-invalid.js";
import { patternNotLinear } from "./pattern-not-linear.js";
import { patternNotUnicode } from "./pattern-not-unicode.js";
import { planUndeclared } from "./plan-undeclared.js";
import { querystring } from "./querystring.js";
import { requestMemberUnused } from "./request-member-unused.js";
import { responseStatus } from "./response-status.js";
import { responseUnchecked } from "./response-unchecked.js";
import { resultUnfit } from "./result-unfit.js";
import { revealUnmarked } from "./reveal-unmarked.js";
import { schemaDialect } from "./schema-dialect.js";
import { scopeName } from "./scope-name.js";
import { scopeUndeclared } from "./scope-undeclared.js";
import { scopesMissing } from "./scopes-missing.js";
import { secretExample } from "./secret-example.js";
import { secretInUrl } from "./secret-in-url.js";
import { secretOnlyOnReveal } from "./secret-only-on-reveal.js";
import { securityMissing } from "./security-missing.js";
import { securityUndefined } from "./security-undefined.js";
import { serverUrlRule } from "./server-url.js";
import { serviceTypeUnknown } from "./service-type-unknown.js";
import { sharedActionBody } from "./shared-action-body.js";
import { stateUndeclared } from "./state-undeclared.js";
import { tooManyProperties } from "./too-many-properties.js";
import { unboundedInput } from "./unbounded-input.js";
import { unknownKeyword } from "./unknown-keyword.js";
import { unsafeInteger } from "./unsafe-integer.js";
import { uploadsIgnored } from "./uploads-ignored.js";
import { unsupportedField } from "./unsupported-field.js";
import { unsupportedKeyword } from "./unsupported-keyword.js";
import { writeOnlySent } from "./write-only-sent.js";

/** Every rule of the project, in the order of their names. */
export const rules = [
  actionFactMissing,
  actionFlags,
  actionListMismatch,
  actionName,
  actionNameClash,
  actionShape,
  actionStatusUnknown,
  additionalMethod,
  asyncUndeclared,
  bindingAssumed,
  ...bindingRules,
  bindingMissing,
  bindingUnused,
  bodyLoose,
  bodyNotObject,
  componentName,
  componentNameNonstandard,
  defaultInvalid,
  destructiveEmptyBody,
  discriminatorProperty,
  dynamicReference,
  enumValue,
  errorBody,
  errorBodyVaries,
  errorCodeMissing,
  errorCodeUnknown,
  errorHeaderUnsent,
  exampleInvalid,
  exampleMismatch,
  exampleSerialized,
  exclusiveBoolean,
  extensionNearMiss,
  extensionPlacement,
  extensionTypeClash,
  extensionTypeName,
  failureUnfit,
  followUnknown,
  formatUnknown,
  headerName,
  headerReserved,
  impossibleSchema,
  itemSchemaVersion,
  jsonRpc,
  lifecycleShape,
  linkTarget,
  listLength,
  keywordIgnored,
  keywordValue,
  mediaType,
  methodUnreachable,
  nullableKeyword,
  openBody,
  openParameters,
  openResult,
  operationId,
  operationIdRenamed,
  operationClash,
  operationUnroutable,
  operationIdUnique,
  operationSecurity,
  parameterForm,
  parameterName,
  parameterStyle,
  pathParameterOptional,
  pathParameters,
  pathSyntax,
  patternBounded,
  pathNonstandard,
  patternDialect,
  patternInvalid,
  patternNotLinear,
  patternNotUnicode,
  planUndeclared,
  querystring,
  requestMemberUnused,
  responseStatus,
  responseUnchecked,
  resultUnfit,
  revealUnmarked,
  schemaDialect,
  scopeName,
  scopeUndeclared,
  scopesMissing,
  secretExample,
  secretInUrl,
  secretOnlyOnReveal,
  securityMissing,
  securityUndefined,
  serverUrlRule,
  serviceTypeUnknown,
  sharedActionBody,
  stateUndeclared,
  tooManyProperties,
  unboundedInput,
  unknownKeyword,
  unsafeInteger,
  unsupportedField,
  unsupportedKeyword,
  uploadsIgnored,
  writeOnlySent,
] as const satisfies readonly Rule[];

/** The code of a rule. */
export type RuleCode = (typeof rules)[number]["code"];
