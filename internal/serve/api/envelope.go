package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
)

// The envelope of every answer, and how it is written.

// The words of an envelope's status.
const (
	statusSuccess = "success"
	statusFailure = "failure"
)

// URL is an absolute URL, such as a signed one of a photo.
type URL string

// answer is what a handler answers.
type answer struct {
	data any
	meta map[string]string
	// content is the answer of an endpoint that answers bytes, in place of an envelope.
	content sendable
}

// sendable is an answer that is ready.
type sendable interface{ send(http.ResponseWriter) }

// enveloped is an answer in its envelope, as JSON.
type enveloped struct{ body *bytes.Buffer }

func (e enveloped) send(w http.ResponseWriter) { write(w, http.StatusOK, e.body) }

// unchanged is the answer to a caller who has it already.
type unchanged struct{}

func (unchanged) send(w http.ResponseWriter) { w.WriteHeader(http.StatusNotModified) }

// content is an answer in bytes. Without any it is 204.
type content struct {
	media    string // the media type
	encoding string // of the bytes, such as gzip; "" is none
	body     []byte
}

func (c content) send(w http.ResponseWriter) {
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-store")
	}
	if len(c.body) == 0 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	h.Set("Content-Type", c.media)
	if c.encoding != "" {
		h.Set("Content-Encoding", c.encoding)
	}
	h.Set("Content-Length", strconv.Itoa(len(c.body)))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(c.body)
}

// success is the envelope of an answer.
type success struct {
	ID     string            `json:"id"`
	Params params            `json:"params"`
	Data   any               `json:"data"`
	Error  struct{}          `json:"error"`
	Meta   map[string]string `json:"meta"`
	Status string            `json:"status"`
}

// failure is the envelope of an error: no data, and params only when the request
// came as far as having its parameters read.
type failure struct {
	ID     string            `json:"id"`
	Params params            `json:"params"`
	Error  errorObject       `json:"error"`
	Meta   map[string]string `json:"meta"`
	Status string            `json:"status"`
}

type errorObject struct {
	Code    int           `json:"code" doc:"the HTTP status"`
	Message string        `json:"message" doc:"for people; may change"`
	Errors  []errorDetail `json:"errors" min:"1"`
}

type errorDetail struct {
	Reason  string `json:"reason" doc:"stable: the name of the parameter at fault, or what is the matter"`
	Message string `json:"message" doc:"for people; may change"`
}

// forbidden is the whole body of a 403.
type forbidden struct {
	Message string `json:"message"`
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// render returns the JSON of an answer in a buffer that write gives back.
func render(body any) (*bytes.Buffer, error) {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		buffers.Put(b)
		return nil, err
	}
	return b, nil
}

// write writes a whole answer with its length, so that HEAD tells the length too. A caller who
// went away is no fault of ours.
func write(w http.ResponseWriter, status int, b *bytes.Buffer) {
	defer buffers.Put(b)
	w.Header().Set("Content-Type", "application/json")
	if w.Header().Get("ETag") == "" {
		w.Header().Set("Cache-Control", "no-store") // it is of one moment, and for one key
	}
	w.Header().Set("Content-Length", strconv.Itoa(b.Len()))
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// writeJSON encodes and writes an answer. The error is one of encoding, with nothing written
// yet.
func writeJSON(w http.ResponseWriter, status int, body any) error {
	b, err := render(body)
	if err != nil {
		return err
	}
	write(w, status, b)
	return nil
}
