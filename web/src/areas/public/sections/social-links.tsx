/** Share links rather than profiles: they work for every organisation and load nothing from the networks. */
const NETWORKS: readonly {
  readonly name: string;
  readonly href: (page: string) => string;
  readonly icon: string;
}[] = [
  {
    name: "Facebook",
    href: (page) => `https://www.facebook.com/sharer/sharer.php?u=${page}`,
    icon: "M14 22v-8h3l.5-4H14V7.7c0-1.1.4-1.9 2-1.9h1.7V2.3A22 22 0 0 0 15.200 2.200C12.600 2.200 10.800 3.800 10.800 7.200V10H7.900v4h2.900v8Z",
  },
  {
    name: "X",
    href: (page) => `https://twitter.com/intent/tweet?url=${page}`,
    icon: "M3 3h5.200l4.300 6L17.500 3H20l-6.400 7.600L21 21h-5.200l-4.700-6.500L5.600 21H3l7-8.200Zm3.400 1.800 10.300 14.400h1.200L7.700 4.800Z",
  },
  {
    name: "LinkedIn",
    href: (page) => `https://www.linkedin.com/sharing/share-offsite/?url=${page}`,
    icon: "M4.500 3a2.200 2.200 0 1 1 0 4.400 2.200 2.200 0 0 1 0-4.400ZM2.700 9h3.700v12H2.700Zm6.100 0h3.500v1.700c.6-1 1.800-2 3.600-2 3.700 0 4.400 2.400 4.400 5.600V21h-3.700v-6c0-1.500 0-3.300-2-3.300s-2.200 1.500-2.200 3.200V21H8.800Z",
  },
  {
    name: "Bluesky",
    href: (page) => `https://bsky.app/intent/compose?text=${page}`,
    icon: "M6.300 4.200C8.600 6 11.100 9.500 12 11.300c.9-1.800 3.400-5.300 5.700-7.100C19.400 3 22 2 22 5.200c0 .7-.4 5.400-.6 6.200-.7 2.700-3.400 3.300-5.800 2.900 4.200.7 5.200 3 2.900 5.400-4.300 4.500-6.200-1.100-6.500-2.600-.3 1.500-2.200 7.100-6.500 2.600-2.300-2.400-1.300-4.700 2.900-5.400-2.400.4-5.100-.2-5.800-2.900C2.400 10.600 2 5.900 2 5.200 2 2 4.600 3 6.300 4.200Z",
  },
];

export const SocialLinks = () => (
  <ul className="flex gap-2">
    {NETWORKS.map(({ name, href, icon }) => (
      <li key={name}>
        <a
          href={href(encodeURIComponent(location.origin))}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Share on ${name} (opens in a new tab)`}
          className="grid size-11 place-items-center rounded-full border border-white/25 hover:bg-white/10"
        >
          <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-current">
            <path d={icon} />
          </svg>
        </a>
      </li>
    ))}
  </ul>
);
