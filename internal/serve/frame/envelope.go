package frame

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"

	"github.com/gevel/gevel/internal/file/visible"
	"github.com/gevel/gevel/internal/serve/param"
)

// The envelope of every answer, and how it is written.

// The words of an envelope's status.
const (
	StatusSuccess = "success"
	StatusFailure = "failure"
)

// URL is an absolute URL, such as a signed one of a photo.
type URL string

// Answer is what a handler answers.
type Answer struct {
	Data any
	Meta map[string]string
	// Content is the answer of an endpoint that answers bytes, in place of an envelope.
	Content Sendable
}

// Sendable is an answer that is ready.
type Sendable interface{ Send(http.ResponseWriter) }

// Enveloped is an answer in its envelope, as JSON.
type Enveloped struct{ Body *bytes.Buffer }

// Send writes the answer.
func (e Enveloped) Send(w http.ResponseWriter) { write(w, http.StatusOK, e.Body) }

// Len returns how many bytes are sent.
func (e Enveloped) Len() int { return e.Body.Len() }

// Unchanged is the answer to a caller who has it already.
type Unchanged struct{}

// Send writes the status.
func (Unchanged) Send(w http.ResponseWriter) { w.WriteHeader(http.StatusNotModified) }

// Content is an answer in bytes. Without any it is 204.
type Content struct {
	Media    string // the media type
	Encoding string // of the bytes, such as gzip; "" is none
	Body     []byte
}

// Len returns how many bytes are sent.
func (c Content) Len() int { return len(c.Body) }

// Send writes the bytes.
func (c Content) Send(w http.ResponseWriter) {
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-store")
	}
	if len(c.Body) == 0 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	h.Set("Content-Type", c.Media)
	if c.Encoding != "" {
		h.Set("Content-Encoding", c.Encoding)
	}
	h.Set("Content-Length", strconv.Itoa(len(c.Body)))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(c.Body)
}

// Success is the envelope of an answer.
type Success struct {
	ID     string            `json:"id"`
	Params param.Bound       `json:"params"`
	Data   any               `json:"data"`
	Error  struct{}          `json:"error"`
	Meta   map[string]string `json:"meta"`
	Status string            `json:"status"`
}

// Failure is the envelope of an error: no data, and params only when the request
// came as far as having its parameters read.
type Failure struct {
	ID     string            `json:"id"`
	Params param.Bound       `json:"params"`
	Error  ErrorObject       `json:"error"`
	Meta   map[string]string `json:"meta"`
	Status string            `json:"status"`
}

// ErrorObject is what went wrong.
type ErrorObject struct {
	Code    int           `json:"code" doc:"the HTTP status"`
	Message string        `json:"message" doc:"for people; may change"`
	Errors  []errorDetail `json:"errors" min:"1"`
}

type errorDetail struct {
	Reason  string `json:"reason" doc:"stable: the name of the parameter at fault, or what is the matter"`
	Message string `json:"message" doc:"for people; may change"`
}

// Forbidden is the whole body of a 403.
type Forbidden struct {
	Message string `json:"message"`
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Render returns the JSON of an answer in a buffer that write gives back.
func Render(body any) (*bytes.Buffer, error) {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		buffers.Put(b)
		return nil, err
	}
	if text := visible.Bytes(b.Bytes()); len(text) != b.Len() {
		b = bytes.NewBuffer(text)
	}
	return b, nil
}

// write writes a whole answer with its length, so that HEAD answers the length too. A caller who
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

// WriteJSON encodes and writes an answer. The error is one of encoding, with nothing written yet.
func WriteJSON(w http.ResponseWriter, status int, body any) error {
	b, err := Render(body)
	if err != nil {
		return err
	}
	write(w, status, b)
	return nil
}
