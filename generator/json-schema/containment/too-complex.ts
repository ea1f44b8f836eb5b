/** Thrown where schemas are too complex to be compared; nothing is proved then. */
export const tooComplex = new Error("the schemas are too complex to be compared");
