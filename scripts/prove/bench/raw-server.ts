import { createServer } from "node:http";
import { rowInserter } from "./insert-row";

const insert = rowInserter(process.env.DATABASE_URL ?? "");

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    void insert(Buffer.concat(chunks).toString()).then((body) => {
      response.writeHead(201, { "content-type": "application/json" });
      response.end(body);
    });
  });
}).listen(Number(process.env.PORT));
