// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC5267} from "@openzeppelin/contracts/interfaces/IERC5267.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {ShortString, ShortStrings} from "@openzeppelin/contracts/utils/ShortStrings.sol";

/// @title The domain of what payers sign (EIP-712), which the contract describes (ERC-5267)
/// @dev The separator is computed at each call: the code that is stored on a chain names no chain, so that it is the same
/// on all of them.
abstract contract TypedDomain is IERC5267 {
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    string private constant VERSION = "1";
    bytes32 private constant VERSION_HASH = keccak256("1");

    ShortString private immutable _name;
    bytes32 private immutable _nameHash;

    /// @param name Name of the domain, at most 31 bytes
    constructor(string memory name) {
        _name = ShortStrings.toShortString(name);
        _nameHash = keccak256(bytes(name));
    }

    /// @inheritdoc IERC5267
    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        )
    {
        name = ShortStrings.toString(_name);
        return (hex"0f", name, VERSION, block.chainid, address(this), bytes32(0), new uint256[](0));
    }

    function _domainSeparator() internal view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPEHASH, _nameHash, VERSION_HASH, block.chainid, address(this)));
    }

    /// @dev The digest that is signed for a struct.
    function _typedDigest(bytes32 structHash) internal view returns (bytes32) {
        return MessageHashUtils.toTypedDataHash(_domainSeparator(), structHash);
    }
}
