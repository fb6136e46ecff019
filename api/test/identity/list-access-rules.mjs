// Prints the access-log rule of each GET route for admins, or UNDECLARED if it has none. Also prints the rules of all
// other routes that have one. One route per line: `GET /api/admin/users read user-list`.
import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { AppModule } from '../../dist/apps/app.module.js';
import { ACCESS_KEY } from '../../dist/http/access.js';
import { ACCESS_RULE_KEY } from '../../dist/http/records-access.js';

const app = await NestFactory.create(AppModule, { bodyParser: false, logger: ['error'] });
const lines = new Set();
for (const { controllers } of app.get(ModulesContainer).values()) {
  for (const { metatype } of controllers.values()) {
    const base = Reflect.getMetadata('path', metatype);
    for (const name of Object.getOwnPropertyNames(metatype.prototype)) {
      const handler = metatype.prototype[name];
      const path = Reflect.getMetadata('path', handler);
      if (path === undefined) continue;
      const access = Reflect.getMetadata(ACCESS_KEY, handler) ?? Reflect.getMetadata(ACCESS_KEY, metatype);
      const rule = Reflect.getMetadata(ACCESS_RULE_KEY, handler);
      const method = RequestMethod[Reflect.getMetadata('method', handler)];
      const isReadOfAdmins = access?.level === 'admin' && method === 'GET';
      if (!isReadOfAdmins && rule === undefined) continue;
      const route = `/${[base, path]
        .map((part) => part.replace(/^\/|\/$/g, ''))
        .filter(Boolean)
        .join('/')}`;
      lines.add(
        `${method} ${route} ${rule === undefined ? 'UNDECLARED' : `${rule.kind} ${rule.action ?? rule.reason}`}`,
      );
    }
  }
}
console.log([...lines].sort().join('\n'));
await app.close();
