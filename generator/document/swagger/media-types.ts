/** Returns whether a media type is that of a form. */
export function isFormType(type: string): boolean {
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);
}

/** Returns whether values of a media type are JSON, which a file is not. */
export function isTextType(type: string): boolean {
  return /[/+](?:json|xml)\b/i.test(type);
}
