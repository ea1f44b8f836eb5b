/** Problems of turning a linted document into a model. */
export const modelCodes = {};
