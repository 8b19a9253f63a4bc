import Sparkles from "lucide-react/icons/sparkles";
import { use, useEffect, useRef, useState } from "react";
import { useFormContext, type FieldValues } from "react-hook-form";
import { useGenerate, type Generated } from "../data/ai/mutations.ts";
import { serverMessage } from "../lib/refusals.ts";
import { logFailure } from "../lib/log.ts";
import { Button } from "../ui/button.tsx";
import { showToast } from "../ui/toast.ts";
import { GENERATED_WORDS } from "./generated-words.ts";
import { Unfinished } from "./unfinished.ts";

export interface GenerateButtonProps {
  readonly what: Generated;
  /** The field of the form that the answer goes into. */
  readonly name: string;
  /** The field that says what it is about… */
  readonly from?: string;
  /** …or what it is about. */
  readonly about?: string;
  /** Fields that spoke of what stood there before, as a picture's alternative text does. */
  readonly empties?: readonly string[];
  /** Where more than the form has to wait, as a dialog that must not close. */
  readonly onBusy?: (isBusy: boolean) => void;
  readonly className?: string;
}

const STILL_WRITING = {
  title: "The AI is still working",
  description: "Please wait a few seconds for it to finish.",
};

/** What the form waits for, and the page around it where it has to know. */
const useHeldBack = (isBusy: boolean, onBusy: GenerateButtonProps["onBusy"]) => {
  const holdBack = use(Unfinished);
  useEffect(() => {
    if (!isBusy) return undefined;
    const release = holdBack(STILL_WRITING);
    onBusy?.(true);
    return () => {
      release();
      onBusy?.(false);
    };
  }, [isBusy, holdBack, onBusy]);
};

/**
 * Has a text written, or a picture drawn, into a field of the form around it. What stood there comes back by "Undo"; a
 * failure changes nothing.
 */
export const GenerateButton = (props: GenerateButtonProps) => {
  const { what, name, from, about, empties = [], onBusy, className } = props;
  const { getValues, setValue, formState } = useFormContext();
  const generate = useGenerate(what);
  const { label, noun, missing, done, failed } = GENERATED_WORDS[what];
  /** What stands in the fields when "Undo" is pressed, or "Redo" after it. */
  const [other, setOther] = useState<FieldValues>();
  const [isUndone, setUndone] = useState(false);
  const running = useRef<AbortController>(null);
  useHeldBack(generate.isPending, onBusy);

  const put = (values: FieldValues) => {
    setOther(Object.fromEntries(Object.keys(values).map((field) => [field, getValues(field)])));
    for (const [field, value] of Object.entries(values)) {
      setValue(field, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    }
  };
  const start = () => {
    const subject = String((from === undefined ? about : getValues(from)) ?? "").trim();
    if (subject === "") return showToast(missing);
    const { signal } = (running.current = new AbortController());
    return generate.mutate(
      { about: subject, signal },
      {
        onSuccess: (answer) => {
          put({ ...Object.fromEntries(empties.map((field) => [field, null])), [name]: answer });
          setUndone(false);
          showToast(done(subject));
        },
        onError: (error) => {
          logFailure(`${label} failed`, error);
          showToast(failed(error));
        },
      },
    );
  };
  const cancel = () => {
    // Forgotten first, so that what comes back of it, an answer or a failure, changes nothing.
    generate.reset();
    running.current?.abort();
  };
  const undo = () => {
    if (other) put(other);
    setUndone(!isUndone);
  };

  return (
    <div className={className}>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="outline"
          size="sm"
          busy={generate.isPending}
          disabled={formState.isSubmitting}
          onClick={start}
        >
          {!generate.isPending && <Sparkles aria-hidden="true" size={16} />}
          {label}
        </Button>
        {generate.isPending && (
          <Button
            look="ghost"
            size="sm"
            aria-label={`Cancel generating the ${noun}`}
            onClick={cancel}
          >
            Cancel
          </Button>
        )}
        {other && !generate.isPending && (
          <Button
            look="ghost"
            size="sm"
            disabled={formState.isSubmitting}
            aria-label={`${isUndone ? "Redo" : "Undo"} generated ${noun}`}
            onClick={undo}
          >
            {isUndone ? "Redo" : "Undo"}
          </Button>
        )}
      </div>
      <Said
        what={what}
        isBusy={generate.isPending}
        error={generate.error}
        isAnswered={other !== undefined && !isUndone}
      />
    </div>
  );
};

interface SaidProps extends Pick<GenerateButtonProps, "what"> {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly isAnswered: boolean;
}

/** What helps beside the notification: how long it takes, why it failed, and that somebody has to read it. */
const Said = ({ what, isBusy, error, isAnswered }: SaidProps) => {
  const isRead = isAnswered && "Made by AI. Please check it before you use it.";
  const ended = error ? reasonOf(what, error) : isRead;
  return (
    <output className="quiet mt-1.5 block text-sm empty:hidden">
      {isBusy ? "This may take up to 20 seconds." : ended}
    </output>
  );
};

/** Each failure is told once: not again what the notification says. */
const reasonOf = (what: Generated, error: unknown) => {
  const reason = serverMessage(error);
  return GENERATED_WORDS[what].failed(error).description === reason ? null : reason;
};
