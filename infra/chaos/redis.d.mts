/** A Redis with production settings. On Linux, it ends with this process. */
export class Redis {
  constructor(folder: string);
  readonly url: string;
  start(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  command(text: string): Promise<void>;
  kill(): Promise<void>;
}
