-- Has wrk tell what it found as one line of JSON. Times are microseconds.
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"count":%d,"time":%d,"p50":%d,"p99":%d,"longest":%d,"errors":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency.max,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
