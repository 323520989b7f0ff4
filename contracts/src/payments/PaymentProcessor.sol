// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IFiatToken} from "../interfaces/IFiatToken.sol";
import {IMerchantRegistry} from "./interfaces/IMerchantRegistry.sol";
import {IPaymentProcessor} from "./interfaces/IPaymentProcessor.sol";
import {GroupSettlement} from "./GroupSettlement.sol";
import {Frame} from "./PaymentFrame.sol";
import {PaymentRoutes} from "./PaymentRoutes.sol";
import {TermsItems} from "./TermsItems.sol";

/// @title Payment processor
/// @notice Settles signed payments in two fixed tokens. Has no owner and cannot be upgraded.
/// @dev Holds no state per payment: the token's authorization nonce is the replay guard of both kinds of payment. Fees
/// stay here until the treasury sweeps them.
contract PaymentProcessor is GroupSettlement {
    using SafeERC20 for IERC20;

    /// @param merchantRegistry Deployed registry
    /// @param usdcToken USDC on this chain
    /// @param eurcToken EURC on this chain, or zero
    /// @param firstTreasury Account that fees belong to
    /// @param coldAdmin Account that may announce another treasury; neither treasury nor the registry's operator
    constructor(
        IMerchantRegistry merchantRegistry,
        address usdcToken,
        address eurcToken,
        address firstTreasury,
        address coldAdmin
    ) PaymentRoutes(merchantRegistry, usdcToken, eurcToken, firstTreasury, coldAdmin) {}

    /// @inheritdoc IPaymentProcessor
    function payTerms(Terms calldata terms, Sig calldata authSig) external nonReentrant returns (bytes32 id) {
        Route memory route = _openRoute(terms.merchantId, terms.token);
        Frame frame = _termsFrame(route.merchantId, route.token);
        id = frame.digest(terms.from, terms.amount, terms.ref, terms.salt);
        _collect(frame, terms.validAfter, terms.validBefore, id, authSig);
        _payOut(id, route, terms.from, terms.amount, terms.ref);
    }

    /// @inheritdoc IPaymentProcessor
    function payTermsSigned(Terms calldata terms, bytes calldata authSig) external nonReentrant returns (bytes32 id) {
        _requireShort(authSig);
        Route memory route = _openRoute(terms.merchantId, terms.token);
        id = _termsFrame(route.merchantId, route.token).digest(terms.from, terms.amount, terms.ref, terms.salt);
        IFiatToken(terms.token)
            .receiveWithAuthorization(
                terms.from, address(this), terms.amount, terms.validAfter, terms.validBefore, id, authSig
            );
        _payOut(id, route, terms.from, terms.amount, terms.ref);
    }

    /// @inheritdoc IPaymentProcessor
    function settleTermsBatch(TermsGroup[] calldata groups) external nonReentrant returns (uint256[] memory okBitmaps) {
        uint256 items;
        for (uint256 g = 0; g < groups.length; ++g) {
            uint256 length = groups[g].items.length;
            if (length % TermsItems.ITEM_BYTES != 0) revert BadItemsLength(length);
            items += length / TermsItems.ITEM_BYTES;
        }
        if (items > MAX_BATCH_ITEMS) revert BatchTooLarge(items);

        okBitmaps = new uint256[](groups.length);
        for (uint256 g = 0; g < groups.length; ++g) {
            TermsGroup calldata group = groups[g];
            okBitmaps[g] = _trySettleGroup(g, group.merchantId, group.token, TermsItems.ITEM_BYTES, group.items);
        }
    }

    /// @inheritdoc IPaymentProcessor
    function pay(Payment calldata payment, Sig calldata authSig, Sig calldata intentSig)
        external
        nonReentrant
        returns (bytes32 id)
    {
        Route memory route = _openRoute(payment.merchantId, payment.token);
        Frame frame = _intentFrame(route.merchantId, route.token);
        id = frame.digest(payment.from, payment.amount, payment.ref, uint256(payment.nonce));
        if (!_signedByKey(payment.from, id, intentSig.v, intentSig.r, intentSig.s)) revert InvalidIntent();
        _collect(frame, payment.validAfter, payment.validBefore, payment.nonce, authSig);
        _payOut(id, route, payment.from, payment.amount, payment.ref);
    }

    /// @inheritdoc IPaymentProcessor
    function paySigned(Payment calldata payment, bytes calldata authSig, bytes calldata intentSig)
        external
        nonReentrant
        returns (bytes32 id)
    {
        _requireShort(authSig);
        _requireShort(intentSig);
        Route memory route = _openRoute(payment.merchantId, payment.token);
        id = _intentFrame(route.merchantId, route.token)
            .digest(payment.from, payment.amount, payment.ref, uint256(payment.nonce));
        if (!_signed(payment.from, id, intentSig)) revert InvalidIntent();
        IFiatToken(payment.token)
            .receiveWithAuthorization(
                payment.from,
                address(this),
                payment.amount,
                payment.validAfter,
                payment.validBefore,
                payment.nonce,
                authSig
            );
        _payOut(id, route, payment.from, payment.amount, payment.ref);
    }

    /// @inheritdoc IPaymentProcessor
    function settleBatch(Group[] calldata groups) external nonReentrant returns (uint256[] memory okBitmaps) {
        uint256 items;
        for (uint256 g = 0; g < groups.length; ++g) {
            items += groups[g].items.length;
        }
        if (items > MAX_BATCH_ITEMS) revert BatchTooLarge(items);

        okBitmaps = new uint256[](groups.length);
        for (uint256 g = 0; g < groups.length; ++g) {
            Group calldata group = groups[g];
            okBitmaps[g] = _trySettleGroup(g, group.merchantId, group.token, ITEM_BYTES, _encoded(group.items));
        }
    }

    /// @dev Has the token collect the payment that was hashed last, or reverts as the token did.
    function _collect(Frame frame, uint256 validAfter, uint256 validBefore, bytes32 nonce, Sig calldata sig) private {
        if (frame.collect(gasleft(), validAfter, validBefore, nonce, sig.v, sig.r, sig.s)) return;
        assembly ("memory-safe") {
            let reason := mload(0x40)
            returndatacopy(reason, 0, returndatasize())
            revert(reason, returndatasize())
        }
    }

    /// @dev Pays the merchant what is left of a gross amount that is already here.
    function _payOut(bytes32 id, Route memory route, address payer, uint256 amount, bytes32 ref) private {
        if (amount == 0) revert ZeroAmount();
        emit PaymentSettled(id, route.merchantId, ref, payer, amount);
        IERC20(route.token).safeTransfer(route.payout, _net(amount, route.feeBps));
    }

    /// @dev Items as the bytes that they came in.
    function _encoded(Item[] calldata items) private pure returns (bytes calldata encoded) {
        assembly ("memory-safe") {
            encoded.offset := items.offset
            encoded.length := mul(items.length, ITEM_BYTES)
        }
    }
}
