const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

/** What a person reads in the HTML of a mail, with the addresses behind its links. */
export function htmlToText(html: string): string {
  return html
    .replace(/<title>.*<\/title>/, '')
    .replace(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2: $1')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/** The words of a text in order, without the signature's dashes. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '' && word !== '--');
}
