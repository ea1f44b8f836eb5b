export interface Rule {
  readonly id: string;
  readonly rule: string;
  readonly lang: string;
  readonly help: string;
  readonly description: string;
}

/** Rules of accessibility in many languages, as a package ships them: documents that nobody made for a test. */
export declare const rules: readonly Rule[];
