import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useCanOpen } from "#admin/allowed-link.tsx";

export interface AttentionItemProps {
  readonly text: string;
  readonly children: ReactNode;
}

/** One entry in a list of things an administrator should do. */
export const AttentionItem = ({ text, children }: AttentionItemProps) => (
  <li className="py-2.5">
    <p className="font-semibold">{text}</p>
    {children}
  </li>
);

export interface NoteWithLinkProps {
  readonly note: string;
  readonly to: string;
  readonly linkLabel: string;
}

/** Leaves out the link for administrators who may not open its page. */
export const NoteWithLink = ({ note, to, linkLabel }: NoteWithLinkProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
    <p className="quiet grow basis-64 text-sm">{note}</p>
    {useCanOpen(to) && (
      <Link to={to} className="link text-sm font-semibold max-sm:py-2.5">
        {linkLabel}
      </Link>
    )}
  </div>
);
