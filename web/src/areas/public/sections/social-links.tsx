import type { HomeData } from "#data/home/queries.ts";

type Settings = HomeData["settings"];

const NETWORKS = [
  {
    key: "facebookUrl",
    name: "Facebook",
    icon: "M14 22v-8h3l.5-4H14V7.7c0-1.1.4-1.9 2-1.9h1.7V2.3a22 22 0 0 0-2.5-.1C12.6 2.2 10.8 3.8 10.8 7.2V10H7.9v4h2.9v8Z",
  },
  {
    key: "instagramUrl",
    name: "Instagram",
    icon: "M7.5 2h9A5.5 5.5 0 0 1 22 7.5v9a5.5 5.5 0 0 1-5.5 5.5h-9A5.5 5.5 0 0 1 2 16.5v-9A5.5 5.5 0 0 1 7.5 2Zm0 2A3.5 3.5 0 0 0 4 7.5v9A3.5 3.5 0 0 0 7.5 20h9a3.5 3.5 0 0 0 3.5-3.5v-9A3.5 3.5 0 0 0 16.5 4ZM12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10Zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm5.3-3.5a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z",
  },
  {
    key: "xUrl",
    name: "X",
    icon: "M3 3h5.2l4.3 6L17.5 3H20l-6.4 7.6L21 21h-5.2l-4.7-6.5L5.6 21H3l7-8.2Zm3.4 1.8 10.3 14.4h1.2L7.7 4.8Z",
  },
  {
    key: "youtubeUrl",
    name: "YouTube",
    icon: "M21.6 7.2a2.5 2.5 0 0 0-1.8-1.8C18.2 5 12 5 12 5s-6.2 0-7.8.4a2.5 2.5 0 0 0-1.8 1.8A26 26 0 0 0 2 12a26 26 0 0 0 .4 4.8 2.5 2.5 0 0 0 1.8 1.8C5.8 19 12 19 12 19s6.2 0 7.8-.4a2.5 2.5 0 0 0 1.8-1.8A26 26 0 0 0 22 12a26 26 0 0 0-.4-4.8ZM10 15V9l5.2 3Z",
  },
] as const satisfies readonly { key: keyof Settings; name: string; icon: string }[];

export const SocialLinks = ({ settings }: { readonly settings: Settings | undefined }) => {
  const links = NETWORKS.flatMap((network) => {
    const href = settings?.[network.key];
    return href?.startsWith("https://") ? [{ ...network, href }] : [];
  });
  return (
    links.length > 0 && (
      <ul className="mt-4 flex gap-2">
        {links.map(({ name, href, icon }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`${name} (opens in a new tab)`}
              className="grid size-11 place-items-center rounded-full border border-white/25 hover:bg-white/10"
            >
              <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-current">
                <path d={icon} />
              </svg>
            </a>
          </li>
        ))}
      </ul>
    )
  );
};
