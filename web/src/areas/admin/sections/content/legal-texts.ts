import { LEGAL_DOCUMENT_TYPES } from "#contracts/choices.ts";
import type { LegalContentKey } from "#data/legal-content/queries.ts";
import { paths } from "#lib/paths.ts";
import type { ContentPanelName } from "./panel-names.ts";

export interface LegalDocument {
  readonly contentKey: LegalContentKey;
  /** The document type sent to the AI endpoint. */
  readonly title: (typeof LEGAL_DOCUMENT_TYPES)[number];
  readonly path: string;
  /** The content panel that edits this text. */
  readonly panelName: ContentPanelName;
}

const [PRIVACY_POLICY_TITLE, TERMS_TITLE] = LEGAL_DOCUMENT_TYPES;

export const PRIVACY_POLICY: LegalDocument = {
  contentKey: "privacy_policy",
  title: PRIVACY_POLICY_TITLE,
  path: paths.privacyPolicy(),
  panelName: "privacy-policy",
};

export const TERMS: LegalDocument = {
  contentKey: "terms_policy",
  title: TERMS_TITLE,
  path: paths.termsOfService(),
  panelName: "terms",
};
