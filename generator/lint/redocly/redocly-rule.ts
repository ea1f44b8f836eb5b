import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { LineLocation, RedoclySource, SourceFindings } from "./source-findings.js";

interface VisitContext {
  readonly location: { readonly source: RedoclySource };
  report(problem: { readonly message: string; readonly location: LineLocation; readonly from?: LineLocation }): void;
}

/** A rule as Redocly runs it. */
export type RedoclyRule = () => { Root(root: unknown, context: VisitContext): void };

/** Makes a rule of Redocly out of some of the findings on the document that it visits. */
export function redoclyRule(
  findingsIn: (root: RedoclySource) => SourceFindings | undefined,
  select: (findings: SourceFindings) => readonly Diagnostic[],
): RedoclyRule {
  return () => ({
    Root(_root, { location, report }) {
      const findings = findingsIn(location.source);
      if (!findings) return;
      for (const diagnostic of select(findings)) {
        const from = diagnostic.related[0];
        report({
          message: inOneText(diagnostic),
          location: findings.locate(diagnostic.location),
          ...(from && { from: findings.locate(from.location) }),
        });
      }
    },
  });
}

/** Redocly has no field for what to do, only for names that may have been meant. */
function inOneText({ message, hint }: Diagnostic): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return hint === undefined ? sentence : `${sentence} ${hint}`;
}
