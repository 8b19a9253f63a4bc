import { Button } from "#ui/button.tsx";
import { Outcome } from "#ui/messages/outcome.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";

export const announceApplication = () =>
  showSuccess({
    title: "Application Submitted!",
    description: "Thank you for volunteering. We'll be in touch soon.",
  });

export interface ApplicationSentProps {
  /** The server's message, including the promised 2-3 business days. */
  readonly message: string;
  readonly action: string;
  readonly onAction: () => void;
}

export const ApplicationSent = ({ message, action, onAction }: ApplicationSentProps) => (
  <Outcome tone="success" title="We received your application" text={message}>
    <Button variant="outline" onClick={onAction}>
      {action}
    </Button>
  </Outcome>
);
