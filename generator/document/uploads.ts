/** The key of an Operation Object that says how handlers receive its uploads: `stream` or `buffer`. */
export const uploadsKey = (extensionPrefix: string) => `x-${extensionPrefix}-uploads`;
