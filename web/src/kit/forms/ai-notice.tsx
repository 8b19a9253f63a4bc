import { createContext, useContext, useId, type ReactNode } from "react";
import { useHasAi } from "#data/system-status/queries.ts";

const NoticeIdContext = createContext<string | undefined>(undefined);

/** The ID of the sentence that says why the buttons of the AI are disabled. */
export const useAiNoticeId = (): string | undefined => useContext(NoticeIdContext);

/** Gives the buttons inside one sentence to refer to, which `AiNotice` shows. */
export const AiNoticeProvider = ({ children }: { readonly children: ReactNode }) => {
  const id = useId();
  return <NoticeIdContext value={id}>{children}</NoticeIdContext>;
};

/** Says once for all buttons that no AI service is set up. */
export const AiNotice = () => {
  const id = useAiNoticeId();
  return useHasAi() ? null : (
    <p id={id} className="quiet text-sm sm:col-span-2">
      AI writing is not set up.
    </p>
  );
};
