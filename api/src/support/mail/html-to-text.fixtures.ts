const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

/** Extracts the visible text of an email's HTML, with the URL of each link. */
export function htmlToText(html: string): string {
  return html
    .replace(/<title>.*<\/title>/, '')
    .replace(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2: $1')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/** Splits text into words, without the signature separator. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '' && word !== '--');
}
