// Package foundation reads an invented source, risks of foundations by BAG id: tests add it to a table of sources
// to show that a source is one package and one row.
package foundation

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
)

// Header is the first line of a file.
const Header = "bag_id;foundation_risk"

// Risk is the risk of the foundation of a home.
type Risk struct {
	Home gevel.BAGID
	Risk int
}

// Read hands out the rows of a file. Rows without an id or a number are rejects. Error: the file can't be read, or
// has another header.
func Read(ctx context.Context, path string, use func(Risk)) (rows int, rejects gevel.Rejects, err error) {
	f, err := regular.OpenWatched(ctx, path)
	if err != nil {
		return 0, rejects, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	if !lines.Scan() || lines.Text() != Header {
		return 0, rejects, fmt.Errorf("read %s: its header is not %q", path, Header)
	}
	for lines.Scan() {
		rows++
		id, text, _ := strings.Cut(lines.Text(), ";")
		home, fault := gevel.ParseBAGID(id)
		risk, noNumber := strconv.Atoi(text)
		if fault != nil || noNumber != nil {
			rejects.Add("malformed", fmt.Sprintf("row %d", rows), lines.Text())
			continue
		}
		use(Risk{home, risk})
	}
	return rows, rejects, lines.Err()
}
