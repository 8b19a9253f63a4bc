import FileDown from "lucide-react/icons/file-down";
import { useEffect, useRef } from "react";
import { saveFile } from "#lib/api/save-file.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Notice } from "#ui/messages/notice.tsx";

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

export const RecoveryCodes = ({ codes, onSaved }: RecoveryCodesProps) => {
  // The focused element was unmounted, so move the focus to the codes.
  const listRef = useRef<HTMLUListElement>(null);
  useEffect(() => listRef.current?.focus(), []);
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="grid gap-5">
      <Notice tone="info" title="You'll see these only once">
        If you lose your phone, any one of these lets you in and turns off two-step login. Keep them
        somewhere other than your phone: on paper or in a password manager. Your earlier codes no
        longer work.
      </Notice>
      <ul
        ref={listRef}
        tabIndex={-1}
        aria-label="Recovery codes"
        className="bg-base-200 rounded-box grid gap-x-6 gap-y-2 p-4 sm:grid-cols-2 text-center font-mono tabular-nums outline-none"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} label="Copy codes" />
        <Button
          variant="outline"
          size="sm"
          onClick={() =>
            saveFile(
              new Blob([text], { type: "text/plain" }),
              `recovery-codes-${location.hostname}.txt`,
            )
          }
        >
          <FileDown aria-hidden="true" size={16} />
          Download codes
        </Button>
      </div>
      <Button size="lg" wide onClick={onSaved}>
        I've saved them
      </Button>
    </div>
  );
};
