// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFiatToken} from "../interfaces/IFiatToken.sol";
import {LocalFiatLedger} from "./LocalFiatLedger.sol";
import {LocalSignatureChecker} from "./LocalSignatureChecker.sol";

/// @title USDC and EURC for local chains
/// @notice Behaves like Circle's FiatToken 2.2 towards payers, relays and contracts, with one account in all the
/// roles. Meant to run behind `LocalFiatTokenProxy`. Worthless, and never to be used on a public chain.
/// @dev Deliberately written the way the public token works (a domain separator built from the stored name at each
/// call, the blacklist flag in the top bit of the balance, one storage read per check), so that gas measured here
/// means something. Revert texts are the public token's.
contract LocalFiatToken is LocalFiatLedger {
    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH =
        keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    LocalSignatureChecker private immutable _checker;

    /// @inheritdoc IFiatToken
    mapping(address owner => uint256) public nonces;
    /// @inheritdoc IFiatToken
    mapping(address authorizer => mapping(bytes32 nonce => bool)) public authorizationState;

    /// @dev Locks the implementation itself: tokens live behind a proxy.
    /// @param checker Contract that verifies signatures
    constructor(LocalSignatureChecker checker) {
        _checker = checker;
        owner = address(0xdead);
    }

    /// @inheritdoc IFiatToken
    function permit(address holder, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        whenNotPaused
    {
        _permit(holder, spender, value, deadline, abi.encodePacked(r, s, v));
    }

    /// @inheritdoc IFiatToken
    function permit(address holder, address spender, uint256 value, uint256 deadline, bytes calldata signature)
        external
        whenNotPaused
    {
        _permit(holder, spender, value, deadline, signature);
    }

    /// @inheritdoc IFiatToken
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external whenNotPaused notBlacklisted(from) notBlacklisted(to) {
        _requireValidAuthorization(from, nonce, validAfter, validBefore);
        _requireValidSignature(
            from,
            keccak256(
                abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)
            ),
            abi.encodePacked(r, s, v)
        );
        _markAuthorizationAsUsed(from, nonce);
        _transfer(from, to, value);
    }

    /// @inheritdoc IFiatToken
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external whenNotPaused notBlacklisted(from) notBlacklisted(to) {
        _requireValidAuthorization(from, nonce, validAfter, validBefore);
        _requireValidSignature(
            from,
            keccak256(
                abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)
            ),
            signature
        );
        _markAuthorizationAsUsed(from, nonce);
        _transfer(from, to, value);
    }

    /// @inheritdoc IFiatToken
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external whenNotPaused notBlacklisted(from) notBlacklisted(to) {
        require(to == msg.sender, "FiatTokenV2: caller must be the payee");
        _requireValidAuthorization(from, nonce, validAfter, validBefore);
        _requireValidSignature(
            from,
            keccak256(abi.encode(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)),
            abi.encodePacked(r, s, v)
        );
        _markAuthorizationAsUsed(from, nonce);
        _transfer(from, to, value);
    }

    /// @inheritdoc IFiatToken
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external whenNotPaused notBlacklisted(from) notBlacklisted(to) {
        require(to == msg.sender, "FiatTokenV2: caller must be the payee");
        _requireValidAuthorization(from, nonce, validAfter, validBefore);
        _requireValidSignature(
            from,
            keccak256(abi.encode(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)),
            signature
        );
        _markAuthorizationAsUsed(from, nonce);
        _transfer(from, to, value);
    }

    /// @inheritdoc IFiatToken
    function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)
        external
        whenNotPaused
    {
        _cancelAuthorization(authorizer, nonce, abi.encodePacked(r, s, v));
    }

    /// @inheritdoc IFiatToken
    function cancelAuthorization(address authorizer, bytes32 nonce, bytes calldata signature) external whenNotPaused {
        _cancelAuthorization(authorizer, nonce, signature);
    }

    /// @inheritdoc IFiatToken
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparator();
    }

    /// @inheritdoc IFiatToken
    function version() external pure returns (string memory) {
        return "2";
    }

    function _permit(address holder, address spender, uint256 value, uint256 deadline, bytes memory signature) private {
        require(deadline == type(uint256).max || deadline >= block.timestamp, "FiatTokenV2: permit is expired");
        bytes32 structHash = keccak256(abi.encode(PERMIT_TYPEHASH, holder, spender, value, nonces[holder]++, deadline));
        require(
            _checker.isValidSignatureNow(holder, _typedDataHash(structHash), signature), "EIP2612: invalid signature"
        );
        _approve(holder, spender, value);
    }

    function _cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) private {
        _requireUnusedAuthorization(authorizer, nonce);
        _requireValidSignature(
            authorizer, keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce)), signature
        );
        authorizationState[authorizer][nonce] = true;
        emit AuthorizationCanceled(authorizer, nonce);
    }

    function _markAuthorizationAsUsed(address authorizer, bytes32 nonce) private {
        authorizationState[authorizer][nonce] = true;
        emit AuthorizationUsed(authorizer, nonce);
    }

    function _requireValidAuthorization(address authorizer, bytes32 nonce, uint256 validAfter, uint256 validBefore)
        private
        view
    {
        require(block.timestamp > validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < validBefore, "FiatTokenV2: authorization is expired");
        _requireUnusedAuthorization(authorizer, nonce);
    }

    function _requireUnusedAuthorization(address authorizer, bytes32 nonce) private view {
        require(!authorizationState[authorizer][nonce], "FiatTokenV2: authorization is used or canceled");
    }

    function _requireValidSignature(address signer, bytes32 structHash, bytes memory signature) private view {
        require(
            _checker.isValidSignatureNow(signer, _typedDataHash(structHash), signature),
            "FiatTokenV2: invalid signature"
        );
    }

    function _typedDataHash(bytes32 structHash) private view returns (bytes32) {
        return keccak256(abi.encodePacked("\x19\x01", _domainSeparator(), structHash));
    }

    function _domainSeparator() private view returns (bytes32) {
        return
            keccak256(abi.encode(DOMAIN_TYPEHASH, keccak256(bytes(name)), keccak256("2"), block.chainid, address(this)));
    }
}
