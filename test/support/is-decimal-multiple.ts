/** What `multipleOf` means, as fractions of whole numbers: the decimals that JSON would be written with, divided. */
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
