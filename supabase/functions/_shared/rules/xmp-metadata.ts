interface Metadata {
  readonly title: string;
  readonly author: string;
  readonly createdAt: Date;
}

const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>]|[^\x20-\x7e]/gu, (character) => `&#${character.codePointAt(0)};`);

/** Returns the metadata that archives and screen readers read (ISO 16684-1), in ASCII: pdf-lib writes one byte per character. */
export const createXmpMetadata = ({
  title,
  author,
  createdAt,
}: Metadata): string => `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>en-US</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${createdAt.toISOString()}</xmp:CreateDate>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
