import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { productPackages } from "./notices/packages";
import { writeNotices } from "./notices/write-notices";

// `npm run notices`: writes the notices of all packages that an installation has.
writeFileSync(join(projectRoot, "THIRD-PARTY-NOTICES"), writeNotices(productPackages()));
