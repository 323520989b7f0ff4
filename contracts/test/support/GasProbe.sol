// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title A token that tells how much gas it was called with
/// @dev The amount of a payment says what its collection does.
contract GasProbe {
    uint256 public constant BURN = 1;
    uint256 public constant TELL = 2;
    uint256 public constant TAKE = 3;
    uint256 public constant RAMBLE = 4;

    error Seen(uint256 gas);

    function receiveWithAuthorization(
        address,
        address,
        uint256 value,
        uint256,
        uint256,
        bytes32,
        uint8,
        bytes32,
        bytes32
    ) external view {
        uint256 seen = gasleft();
        if (value == BURN) _burn();
        if (value == TELL) revert Seen(seen);
        if (value == RAMBLE) _ramble();
    }

    function transfer(address, uint256) external view returns (bool) {
        revert Seen(gasleft());
    }

    function _burn() private view {
        uint256 spin;
        while (gasleft() > 0) ++spin;
    }

    /// @dev Reverts with as many bytes as its gas pays for.
    function _ramble() private pure {
        assembly ("memory-safe") {
            revert(mload(0x40), 30000)
        }
    }
}
