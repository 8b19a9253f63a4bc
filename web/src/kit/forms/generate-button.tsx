import Sparkles from "lucide-react/icons/sparkles";
import { useRef, useState } from "react";
import { useFormContext, type FieldValues } from "react-hook-form";
import { useGenerate, type GeneratorName } from "#data/ai/mutations.ts";
import { useHasAi } from "#data/system-status/queries.ts";
import { ApiError } from "#lib/api/api-error.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { Button } from "#ui/button.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { showToast } from "#ui/messages/toast.ts";
import { useIsGone } from "#ui/messages/use-is-gone.ts";
import { useAiNoticeId } from "./ai-notice.tsx";
import type { FieldName } from "./form-fields.tsx";
import { GENERATOR_TEXTS } from "./generator-text.ts";
import { useBlockSubmit } from "./pending-work.ts";

export interface GenerateButtonProps<Values extends FieldValues> {
  readonly generator: GeneratorName;
  /** The field to put the result in. */
  readonly name: FieldName<Values>;
  /** The field with the subject; omitted if `about` is set. */
  readonly subjectField?: FieldName<Values>;
  /** The subject, if it isn't in a field. */
  readonly about?: string;
  /** Fields to clear, such as alt text, because they described the old value. */
  readonly clearedFields?: readonly FieldName<Values>[];
  /** Called when generation starts and ends, for a dialog that must stay open in between. */
  readonly onBusyChange?: (isBusy: boolean) => void;
  readonly className?: string;
}

/** What the server would answer. */
const NO_AI_ERROR = new ApiError(
  503,
  JSON.stringify({ message: "This site has no AI service set up. Please do this manually." }),
  "",
);

const FORM_IS_GONE = {
  title: "Nothing was generated",
  description: "The form was closed before the AI was done. Please try again.",
};

const STILL_GENERATING_NOTICE = {
  title: "The AI is still working",
  description: "Please wait a few seconds for it to finish.",
};

/**
 * Generates text or a picture for a field of the form around it. Undo restores the previous value. If generation fails,
 * nothing changes. The form around it has an `AiNotice`, for when no AI service is set up.
 */
export const GenerateButton = <Values extends FieldValues = never>(
  props: GenerateButtonProps<Values>,
) => {
  const {
    generator,
    name,
    subjectField,
    about,
    clearedFields = [],
    onBusyChange,
    className,
  } = props;
  const { getValues, setValue, formState } = useFormContext();
  const generate = useGenerate(generator);
  const { label, noun, missingSubjectText, successTitle, failureText } = GENERATOR_TEXTS[generator];
  /** The values that the Undo or Redo button restores. */
  const [replacedValues, setReplacedValues] = useState<FieldValues>();
  const [isUndone, setUndone] = useState(false);
  const abortController = useRef<AbortController>(null);
  useBlockSubmit(generate.isPending, STILL_GENERATING_NOTICE, onBusyChange);
  const hasAi = useHasAi();
  const noticeId = useAiNoticeId();
  const isGone = useIsGone();

  const setFields = (values: FieldValues) => {
    setReplacedValues(
      Object.fromEntries(Object.keys(values).map((field) => [field, getValues(field)])),
    );
    for (const [field, value] of Object.entries(values)) {
      setValue(field, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    }
  };
  const startGeneration = () => {
    const subject = String(
      (subjectField === undefined ? about : getValues<string>(subjectField)) ?? "",
    ).trim();
    if (subject === "") return showToast(missingSubjectText);
    const { signal } = (abortController.current = new AbortController());
    return generate.mutate(
      { subject, signal },
      {
        onSuccess: (result) => {
          if (isGone()) return showToast(FORM_IS_GONE);
          setFields({
            ...Object.fromEntries(clearedFields.map((field) => [field, null])),
            [name]: result,
          });
          setUndone(false);
          return showSuccess(successTitle(subject));
        },
        onError: (error) => {
          // Cancel was pressed.
          if (signal.aborted) return;
          logError(`${label} failed`, error);
          showToast(failureText(error));
        },
      },
    );
  };
  const cancel = () => {
    generate.reset();
    abortController.current?.abort();
  };
  const undo = () => {
    if (replacedValues) setFields(replacedValues);
    setUndone(!isUndone);
  };

  return (
    <div className={className}>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="outline"
          size="sm"
          busy={generate.isPending}
          disabled={formState.isSubmitting}
          aria-disabled={!hasAi || undefined}
          aria-describedby={hasAi ? undefined : noticeId}
          onClick={hasAi ? startGeneration : () => showToast(failureText(NO_AI_ERROR))}
        >
          {!generate.isPending && <Sparkles aria-hidden="true" size={16} />}
          {label}
        </Button>
        {generate.isPending && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Stop generating the ${noun}`}
            onClick={cancel}
          >
            Stop
          </Button>
        )}
        {replacedValues && !generate.isPending && (
          <Button
            variant="ghost"
            size="sm"
            disabled={formState.isSubmitting}
            aria-label={`${isUndone ? "Redo" : "Undo"} generated ${noun}`}
            onClick={undo}
          >
            {isUndone ? "Redo" : "Undo"}
          </Button>
        )}
      </div>
      <GenerationStatus
        generator={generator}
        isBusy={generate.isPending}
        error={generate.error}
        hasResult={replacedValues !== undefined && !isUndone}
      />
    </div>
  );
};

interface GenerationStatusProps extends Pick<GenerateButtonProps<never>, "generator"> {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly hasResult: boolean;
}

/** Shows how long generation usually takes, why it failed, or a reminder to check the result. */
const GenerationStatus = ({ generator, isBusy, error, hasResult }: GenerationStatusProps) => {
  const reminder = hasResult && "Made by AI. Please check it before you use it.";
  const finalText = error ? failureReason(generator, error) : reminder;
  return (
    <output className="quiet mt-1.5 block text-sm empty:hidden">
      {isBusy ? "This may take up to 20 seconds." : finalText}
    </output>
  );
};

/** Returns null if the toast already gives the reason. */
const failureReason = (generator: GeneratorName, error: unknown) => {
  const reason = getServerMessage(error);
  return GENERATOR_TEXTS[generator].failureText(error).description === reason ? null : reason;
};
