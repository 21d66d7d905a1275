// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.verdicts;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.verdicts.Verdicts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.rest.BytesRestResponse;
import org.opensearch.rest.RestChannel;
import org.opensearch.rest.RestResponse;
import org.opensearch.rest.action.RestResponseListener;

/** A list as JSON lines, ordered by pair; what PUT reads. */
final class ExportedVerdicts extends RestResponseListener<Verdicts> {
  ExportedVerdicts(RestChannel channel) {
    super(channel);
  }

  @Override
  public RestResponse buildResponse(Verdicts verdicts) throws IOException {
    BytesStreamOutput lines = channel.bytesOutput();
    for (int at = 0; at < verdicts.places(); at++) {
      if (Long.compareUnsigned(verdicts.digest(at), verdicts.other(at)) < 0) {
        lines.write(line(verdicts, at).getBytes(StandardCharsets.UTF_8));
      }
    }
    return new BytesRestResponse(RestStatus.OK, "application/x-ndjson", lines.bytes());
  }

  private static String line(Verdicts verdicts, int at) {
    return "{\"pair\":[\""
        + Fingerprint.toHex(verdicts.digest(at))
        + "\",\""
        + Fingerprint.toHex(verdicts.other(at))
        + "\"],\"verdict\":\""
        + verdicts.verdict(at)
        + "\"}\n";
  }
}
