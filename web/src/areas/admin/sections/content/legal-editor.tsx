import type { z } from "zod";
import { useState } from "react";
import { legalContentEndpoints } from "#contracts/legal-content.ts";
import { LEGAL_DEFAULTS } from "#rules/legal-defaults.ts";
import { contactInfoRecord } from "#data/contact-info/mutations.ts";
import { addFallbacks } from "#data/home/queries.ts";
import { useSaveLegalContent, useStoredLegalContent } from "#data/legal-content/mutations.ts";
import { useSingleRecord } from "#data/single-record.ts";
import { useHasVersions } from "#data/versions.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { AiNotice, AiNoticeProvider } from "#kit/forms/ai-notice.tsx";
import { GenerateButton } from "#kit/forms/generate-button.tsx";
import { FormRichText } from "#kit/rich-text/form-rich-text.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { ErrorState, Loading, Skeleton } from "#ui/states.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { EarlierVersions } from "#admin/earlier-versions.tsx";
import type { LegalDocument } from "./legal-texts.ts";

const SCHEMA = legalContentEndpoints.updateLegalContent.body;

const LEGAL_FIELDS = { content: "Text" };

type LegalInput = z.input<typeof SCHEMA>;

export interface LegalEditorProps {
  readonly open: boolean;
  readonly legalDocument: LegalDocument;
  readonly onClose: () => void;
}

interface LegalFormProps extends Omit<LegalEditorProps, "open"> {
  /** The text visitors see now, which may be the built-in one. */
  readonly currentText: string;
  /** Version of the stored text; null if none is stored. */
  readonly version: string | null;
  readonly isBusy: boolean;
  readonly onBusyChange: (isBusy: boolean) => void;
}

const LegalHistory = ({ contentKey }: Pick<LegalDocument, "contentKey">) => {
  const calls = {
    list: "GET /api/legal-content/:key/versions",
    one: "GET /api/legal-content/:key/versions/:versionId",
    params: { key: contentKey },
  } as const;
  return (
    <EarlierVersions
      calls={calls}
      hasVersions={useHasVersions(calls)}
      fields={LEGAL_FIELDS}
      getTitle={({ version }) => `Version ${version}`}
    />
  );
};

const LegalForm = ({
  legalDocument,
  currentText,
  version,
  isBusy,
  onBusyChange,
  onClose,
}: LegalFormProps) => {
  const { contentKey, title } = legalDocument;
  const save = useSaveLegalContent(contentKey);
  const owner = useDraftOwner();
  return (
    <RecordForm
      label={`Save ${title}`}
      schema={SCHEMA}
      values={{ content: currentText }}
      draft={{ owner, form: `legal content:${contentKey}` }}
      version={{ noun: "text", name: "updatedAt", value: version }}
      failure={{ title: "Error", fallback: "Failed to save content. Please try again." }}
      isLeavingDisabled={isBusy}
      takesFocus
      onSave={async ({ content }, { updatedAt }) => {
        onBusyChange(true);
        try {
          await save.mutateAsync({
            content: String(content),
            updatedAt: updatedAt as string | null,
          });
        } finally {
          onBusyChange(false);
        }
        showSuccess(`${title} has been updated successfully!`);
        onClose();
      }}
      onCancel={onClose}
    >
      <AiNoticeProvider>
        <GenerateButton<LegalInput>
          generator="legalContent"
          name="content"
          about={title}
          onBusyChange={onBusyChange}
          className="sm:col-span-2"
        />
        <AiNotice />
      </AiNoticeProvider>
      <FormRichText<LegalInput>
        name="content"
        label="Text"
        format="html"
        // Long texts scroll inside the field, so the buttons stay in view.
        className="sm:col-span-2 [&_.ProseMirror]:max-h-[45dvh] [&_.ProseMirror]:overflow-y-auto"
      />
      <LegalHistory contentKey={contentKey} />
    </RecordForm>
  );
};

const LegalEditorContent = (props: Omit<LegalFormProps, "currentText" | "version">) => {
  const { contentKey } = props.legalDocument;
  const contentQuery = useStoredLegalContent(contentKey);
  const contactQuery = useSingleRecord(contactInfoRecord);
  if (contentQuery.isPending || contactQuery.isPending) {
    return (
      <Loading label="Loading the text" className="grid gap-3">
        <Skeleton className="h-9 w-44" />
        <Skeleton className="h-80" />
      </Loading>
    );
  }
  // Without the organization's details, the built-in text would name another one.
  const failedQuery = [contentQuery, contactQuery].find(({ isError }) => isError);
  if (contentQuery.isError || failedQuery) {
    return (
      <ErrorState
        title="Error: Failed to load content"
        onRetry={() => void failedQuery?.refetch()}
        isRetrying={failedQuery?.isFetching}
      />
    );
  }
  const builtInText = LEGAL_DEFAULTS[contentKey](addFallbacks(contactQuery.data));
  const { content, updatedAt } = contentQuery.data;
  return <LegalForm {...props} currentText={content.trim() || builtInText} version={updatedAt} />;
};

/** A dialog that can't be closed while it saves or generates. */
export const LegalEditor = ({ open, legalDocument, onClose }: LegalEditorProps) => {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      // The Back button can change the URL while the dialog is busy.
      open={open || isBusy}
      onClose={onClose}
      isInUrl
      locked={isBusy}
      size="lg"
      title={`Edit ${legalDocument.title}`}
      description="Visitors will see your changes within a few minutes."
    >
      <LegalEditorContent
        legalDocument={legalDocument}
        isBusy={isBusy}
        onBusyChange={setBusy}
        onClose={onClose}
      />
    </Dialog>
  );
};
