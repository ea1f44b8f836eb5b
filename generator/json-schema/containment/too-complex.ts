/** Thrown if schemas are too complex to compare; then nothing is proved. */
export const tooComplex = new Error("the schemas are too complex to be compared");
