/** The meaning of `multipleOf`: a division of the decimals as written in JSON, as fractions of whole numbers. */
export function isDecimalMultiple(value: number, divisor: number): boolean {
  const [a, b] = [fractionOf(value), fractionOf(divisor)];
  return (a.numerator * b.denominator) % (a.denominator * b.numerator) === 0n;
}

function fractionOf(number: number): {
  readonly numerator: bigint;
  readonly denominator: bigint;
} {
  const [, sign, whole, decimals = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number))!;
  const power = BigInt(exponent);
  return {
    numerator: BigInt(`${sign}${whole}${decimals}`) * (power > 0n ? 10n ** power : 1n),
    denominator: 10n ** BigInt(decimals.length) * (power < 0n ? 10n ** -power : 1n),
  };
}
