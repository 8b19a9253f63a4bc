import { useInitDefaultTemplates } from "#data/email-templates/resource.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { failureText, successText } from "./texts.ts";

/** Creates the default templates that are still missing. */
export const InitDefaults = () => {
  const init = useInitDefaultTemplates();
  const press = async () => {
    try {
      await init.mutateAsync();
      showSuccess(successText("Default email templates have been initialized"));
    } catch (error) {
      const words = failureText("Failed to initialize default templates");
      showFailure("The default templates could not be initialized", error, words);
    }
  };
  return (
    <Button variant="outline" busy={init.isPending} onClick={() => void press()}>
      Initialize Default Templates
    </Button>
  );
};
