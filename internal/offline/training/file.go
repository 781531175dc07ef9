package training

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/train"
)

// A file of a fitted vintage: a line that says what it is, and the vintage.

// head is the first line of a file.
type head struct {
	Training string     `json:"training"` // the id of the training set, which settles what the vintage is fitted to
	Vintage  gevel.Date `json:"vintage"`
	MadeBy   string     `json:"made_by"`
	Machine  string     `json:"machine"` // only machines of one architecture make the same bytes
	SHA256   string     `json:"sha256"`  // of what follows
}

// headOf returns the head of a task's file, without the checksum.
func headOf(training string, task train.Task, madeBy string) head {
	return head{Training: training, Vintage: task.Date, MadeBy: madeBy, Machine: runtime.GOARCH}
}

// errStale is the error of a file that was fitted on something else.
var errStale = errors.New("it is stale or from elsewhere")

// write returns the file for a fitted vintage.
func (h head) write(content []byte) ([]byte, error) {
	h.SHA256 = checksum(content)
	line, err := json.Marshal(h)
	return append(append(line, '\n'), content...), err
}

// read returns the fitted vintage in a file that must have this head.
func (h head) read(file []byte) (content []byte, err error) {
	line, content, _ := bytes.Cut(file, []byte("\n"))
	var got head
	if err := json.Unmarshal(line, &got); err != nil {
		return nil, fmt.Errorf("%w: it is no fitted vintage", errStale)
	}
	if h.SHA256 = checksum(content); got.SHA256 != h.SHA256 {
		return nil, fmt.Errorf("%w: it is damaged, its checksum is another", errStale)
	}
	for _, part := range []struct{ what, got, want string }{
		{"fitted on the training set", got.Training, h.Training},
		{"the vintage of", got.Vintage.String(), h.Vintage.String()},
		{"fitted by", got.MadeBy, h.MadeBy},
		{"fitted on a machine of architecture", got.Machine, h.Machine},
	} {
		if part.got != part.want {
			return nil, fmt.Errorf("%w: it was %s %s, not %s", errStale, part.what, part.got, part.want)
		}
	}
	return content, nil
}

func checksum(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
