package bulk

import (
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// Shard is a part of a file: of every Of runs of ShardRun rows the one numbered Index, from 0. The shards of a file have
// all its rows between them, and each once. Rows in a run are mostly neighbours, whose values need the same sales and the
// same parts of the models. The zero Shard is the whole file.
type Shard struct{ Index, Of int }

// ShardRun is how many rows follow each other in a shard: enough for a neighbourhood, and few enough that the shards of a
// town take equally long.
const ShardRun = 256

// ParseShard reads a shard such as 0/8, the first of eight.
func ParseShard(text string) (Shard, error) {
	index, of, _ := strings.Cut(text, "/")
	i, errI := strconv.Atoi(index)
	n, errN := strconv.Atoi(of)
	if errI != nil || errN != nil || n < 1 || i < 0 || i >= n {
		return Shard{}, gevel.Refusal("write 0/8 for the first of eight, and 7/8 for the last",
			"%q is no shard", text)
	}
	return Shard{i, n}, nil
}

// has reports whether a row, by its number in the file from 0, is of the shard.
func (s Shard) has(row int) bool { return s.Of == 0 || row/ShardRun%s.Of == s.Index }
